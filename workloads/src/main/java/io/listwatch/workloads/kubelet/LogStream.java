package io.listwatch.workloads.kubelet;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.informer.AwaitTimeoutException;
import io.listwatch.informer.Informer;
import io.listwatch.informer.View;
import io.listwatch.model.ResourceKey;
import io.listwatch.time.Timers;
import io.listwatch.workloads.node.PodBehavior;
import io.listwatch.workloads.object.ApiObject;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes the log of one container, and follows it if asked to. Confined to one thread. */
final class LogStream {
  /**
   * The time after which a followed log without a new line ends. Only a write would show that the
   * client is gone.
   */
  static final Duration MAX_SILENCE = Duration.ofMinutes(10);

  private final Informer<ApiObject> pods;
  private final Function<ApiObject, PodBehavior> behaviors;
  private final Timers timers;
  private final ResourceKey pod;
  private final String container;
  private final LogQuery query;

  private final Set<LogLine> printed = new HashSet<>();
  private long left;

  LogStream(
      Informer<ApiObject> pods,
      Function<ApiObject, PodBehavior> behaviors,
      Timers timers,
      ResourceKey pod,
      String container,
      LogQuery query) {
    this.pods = pods;
    this.behaviors = behaviors;
    this.timers = timers;
    this.pod = pod;
    this.container = container;
    this.query = query;
    this.left = query.limitBytes();
  }

  /**
   * Returns the log as it is now.
   *
   * @throws LogException if there is none
   */
  ContainerLog read() throws LogException {
    Optional<View<ApiObject>> found = pods.get(pod);
    if (found.isEmpty()) {
      throw new LogException(404, "pod \"%s\" does not exist".formatted(pod.name()));
    }
    return read(found.get().get());
  }

  private ContainerLog read(ApiObject object) throws LogException {
    return new PodLog(object, behaviors.apply(object), timers.now())
        .of(container, query.previous());
  }

  /** Writes a log, and what is added to it until its run ends if the log is followed. */
  void write(ContainerLog log, OutputStream out) throws IOException, InterruptedException {
    printed.addAll(log.lines());
    print(query.select(log.lines(), timers.now()), out);
    boolean more = query.follow() && !log.ended();
    while (more && left > 0) {
      more = next(log.started(), out);
    }
  }

  /** Waits for more lines and prints them. Returns false after the end of the run. */
  private boolean next(Instant run, OutputStream out) throws IOException, InterruptedException {
    Optional<View<ApiObject>> changed;
    try {
      changed = pods.await(pod, seen -> news(seen.orElse(null), run), MAX_SILENCE);
    } catch (AwaitTimeoutException | IllegalStateException silent) {
      return false;
    }
    if (changed.isEmpty()) {
      return false;
    }
    try {
      ContainerLog log = read(changed.get().get());
      if (!log.started().equals(run)) {
        return false;
      }
      print(log.lines().stream().filter(printed::add).toList(), out);
      return !log.ended();
    } catch (LogException gone) {
      return false;
    }
  }

  private boolean news(@Nullable View<ApiObject> seen, Instant run) {
    if (seen == null) {
      return true;
    }
    try {
      ContainerLog log = read(seen.get());
      return log.ended() || !log.started().equals(run) || !printed.containsAll(log.lines());
    } catch (LogException gone) {
      return true;
    }
  }

  private void print(List<LogLine> lines, OutputStream out) throws IOException {
    for (LogLine line : lines) {
      byte[] bytes = line.printed(query.timestamps()).getBytes(UTF_8);
      int length = (int) Math.min(bytes.length, left);
      out.write(bytes, 0, length);
      left -= length;
    }
    out.flush();
  }
}
