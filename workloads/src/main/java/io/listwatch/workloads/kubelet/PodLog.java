package io.listwatch.workloads.kubelet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.listwatch.workloads.node.PodBehavior;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Conditions;
import io.listwatch.workloads.object.Pods;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The output of a simulated pod's containers, a function of the pod, its behavior and the time.
 * Rejects the same requests as the kubelet, with the same messages.
 */
final class PodLog {
  private static final List<String> CONTAINERS =
      List.of("containers", "initContainers", "ephemeralContainers");
  private static final List<String> STATUSES =
      List.of("containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses");

  /** The exit code of a process that was ended by SIGTERM. */
  private static final int TERMINATED = 143;

  private final ApiObject pod;
  private final PodBehavior behavior;
  private final Instant now;

  PodLog(ApiObject pod, PodBehavior behavior, Instant now) {
    this.pod = pod;
    this.behavior = behavior;
    this.now = now;
  }

  /**
   * Returns the log of a container's current run; of its last one if it waits for a restart.
   *
   * @param previous true for the run before the current one
   * @throws LogException if there is no such container or run
   */
  ContainerLog of(String container, boolean previous) throws LogException {
    if (find(pod.spec(), CONTAINERS, container).isMissingNode()) {
      throw new LogException(
          404, "container \"%s\" not found in pod \"%s\"".formatted(container, pod.name()));
    }
    JsonNode status = find(pod.status(), STATUSES, container);
    if (status.isMissingNode()) {
      throw failure(container, "is not available");
    }
    return previous ? last(container, status) : current(container, status);
  }

  private static JsonNode find(JsonNode parent, List<String> lists, String name) {
    for (String list : lists) {
      JsonNode found = Conditions.named(parent.path(list), name);
      if (!found.isMissingNode()) {
        return found;
      }
    }
    return MissingNode.getInstance();
  }

  private ContainerLog last(String container, JsonNode status) throws LogException {
    JsonNode ended = status.at("/lastState/terminated");
    if (ended.isMissingNode()) {
      throw new LogException(
          400,
          "previous terminated container \"%s\" in pod \"%s\" not found"
              .formatted(container, pod.name()));
    }
    boolean waits = status.path("state").has("waiting");
    int restarts = status.path("restartCount").asInt();
    return ended(container, ended, waits ? restarts : restarts - 1);
  }

  private ContainerLog current(String container, JsonNode status) throws LogException {
    JsonNode state = status.path("state");
    int restarts = status.path("restartCount").asInt();
    if (state.has("running")) {
      return running(container, ApiObject.time(state.at("/running/startedAt")), restarts);
    }
    if (state.has("terminated")) {
      return ended(container, state.path("terminated"), restarts);
    }
    if (status.path("lastState").has("terminated")) {
      return last(container, status);
    }
    throw state.has("waiting")
        ? failure(container, "is waiting to start: " + state.at("/waiting/reason").asText())
        : failure(container, "is waiting to start - no logs yet");
  }

  private LogException failure(String container, String problem) {
    return new LogException(
        400, "container \"%s\" in pod \"%s\" %s".formatted(container, pod.name(), problem));
  }

  private ContainerLog running(String container, Instant started, int restarts) {
    List<LogLine> lines = start(container, started, restarts, now);
    if (pod.terminating()) {
      lines.add(new LogLine(later(started, asked()), "SIGTERM received"));
    }
    return new ContainerLog(started, lines, false);
  }

  /** Returns when the deletion was requested. */
  private Instant asked() {
    return ApiObject.time(pod.metadata().path("deletionTimestamp"))
        .minusSeconds(pod.metadata().path("deletionGracePeriodSeconds").asLong());
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private ContainerLog ended(String container, JsonNode ended, int restarts) {
    Instant started = ApiObject.time(ended.path("startedAt"));
    Instant finished = ApiObject.time(ended.path("finishedAt"));
    List<LogLine> lines = start(container, started, restarts, finished);
    lines.add(new LogLine(finished, farewell(ended.path("exitCode").asInt())));
    return new ContainerLog(started, lines, true);
  }

  private static String farewell(int code) {
    return switch (code) {
      case 0 -> "completed with exit code 0";
      case TERMINATED -> "ended by SIGTERM with exit code 143";
      default -> "crashed with exit code " + code;
    };
  }

  private List<LogLine> start(String container, Instant started, int restarts, Instant end) {
    var lines = new ArrayList<LogLine>();
    String again = restarts > 0 ? ", restart " + restarts : "";
    lines.add(
        new LogLine(
            started,
            "container %s of pod %s started on %s%s (simulated: no process runs)"
                .formatted(container, pod.key(), Pods.node(pod), again)));
    if (!Conditions.named(pod.spec().path("containers"), container).isMissingNode()) {
      addReadiness(lines, started, end);
    }
    return lines;
  }

  /** A container that exits at the moment it would become ready is never ready. */
  private void addReadiness(List<LogLine> lines, Instant started, Instant end) {
    Duration after = behavior.readyAfter();
    if (after == null) {
      lines.add(new LogLine(started, "never ready, by the behavior of the pod"));
      return;
    }
    if (!after.isZero()) {
      lines.add(new LogLine(started, "ready after " + after.toMillis() + " ms"));
    }
    boolean ends = behavior.exitCode() != null && behavior.exitAfter().compareTo(after) <= 0;
    if (!ends && !started.plus(after).isAfter(end)) {
      lines.add(new LogLine(started.plus(after), "ready"));
    }
  }
}
