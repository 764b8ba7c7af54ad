package io.listwatch.client.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.client.ApiClient;
import io.listwatch.client.http.ApiRequest;
import io.listwatch.json.JsonString;
import io.listwatch.model.ApiException;
import io.listwatch.time.Pause;
import io.listwatch.time.Timers;
import io.listwatch.trace.TraceStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the steps of a {@link io.listwatch.trace.Trace} to a Listwatch server, whose console shows
 * them next to its watch caches:
 *
 * <pre>{@code
 * try (var upload = TraceUpload.of(client, "greeter")) {
 *   var trace = Trace.to(upload);
 *   …
 * }
 * }</pre>
 *
 * <p>Thread-safe. {@link #accept} never blocks and never fails: steps that do not fit into the
 * buffer are dropped and counted. A separate thread sends them, twice a second, and an empty batch
 * after a minute without steps, so that the console keeps showing the program. If the server has no
 * console, or the user may not POST to {@code /debug/listwatch/informers}, the thread tries once a
 * minute.
 */
public final class TraceUpload implements Consumer<TraceStep>, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(TraceUpload.class);
  private static final int BUFFER = 1_000;
  private static final int MAX_BATCH = 300;
  private static final int MAX_TEXT = 200;
  private static final Duration INTERVAL = Duration.ofMillis(500);
  private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);
  private static final Duration MAX_SILENCE = Duration.ofMinutes(1);
  private static final Duration JOIN = Duration.ofSeconds(5);

  private final ApiClient client;
  private final String program;
  private final BlockingQueue<TraceStep> buffer = new ArrayBlockingQueue<>(BUFFER);
  private final AtomicLong dropped = new AtomicLong();
  private final Timers timers;
  private final Pause pause;
  private final Thread thread;

  /** The time of the last batch. Used by the sending thread only. */
  private long lastSent;

  private TraceUpload(ApiClient client, String program, Timers timers) {
    this.client = client;
    this.program = program;
    this.timers = timers;
    this.pause = new Pause(timers);
    this.lastSent = timers.nanoTime();
    this.thread = new Thread(this::run, "listwatch-trace-" + program);
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Starts to send steps.
   *
   * @param program the name under which the console shows them, at most 64 characters
   */
  public static TraceUpload of(ApiClient client, String program) {
    return of(client, program, Timers.system());
  }

  /** Starts to send steps, with a clock of its own. */
  public static TraceUpload of(ApiClient client, String program, Timers timers) {
    return new TraceUpload(client, program, timers);
  }

  @Override
  public void accept(TraceStep step) {
    if (!buffer.offer(step)) {
      dropped.incrementAndGet();
    }
  }

  private void run() {
    try {
      Duration next = INTERVAL;
      while (pause.sleep(next)) {
        next = send() ? INTERVAL : AFTER_FAILURE;
      }
      boolean unused = send();
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Sends the buffered steps, at most one batch. Returns false if the server did not accept them.
   */
  private boolean send() throws InterruptedException {
    var steps = new ArrayList<TraceStep>();
    buffer.drainTo(steps, MAX_BATCH);
    long lost = dropped.getAndSet(0);
    boolean silent = timers.nanoTime() - lastSent >= MAX_SILENCE.toNanos();
    if (steps.isEmpty() && lost == 0 && !silent) {
      return true;
    }
    lastSent = timers.nanoTime();
    try {
      byte[] unused =
          client.call(
              ApiRequest.of("POST", "/debug/listwatch/informers")
                  .body(json(steps, lost).getBytes(UTF_8))
                  .once());
      return true;
    } catch (ApiException failure) {
      dropped.addAndGet(lost + steps.size());
      log.debug("the server did not accept the trace of {}", program, failure);
      return false;
    }
  }

  private String json(List<TraceStep> steps, long lost) {
    String array = steps.stream().map(TraceUpload::json).collect(Collectors.joining(","));
    return "{\"program\":%s,\"dropped\":%d,\"steps\":[%s]}"
        .formatted(JsonString.quote(program), lost, array);
  }

  private static String json(TraceStep step) {
    return "{\"afterMillis\":%d,\"part\":%s,\"who\":%s,\"what\":%s,\"version\":%s}"
        .formatted(
            step.after().toMillis(),
            JsonString.quote(step.part().step()),
            quoted(step.who()),
            quoted(step.what()),
            JsonString.quote(step.version().isUnset() ? "" : step.version().toString()));
  }

  private static String quoted(String text) {
    return JsonString.quote(text.substring(0, Math.min(text.length(), MAX_TEXT)));
  }

  /** Sends the buffered steps, and ends. */
  @Override
  public void close() {
    pause.close();
    try {
      thread.join(JOIN.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
  }
}
