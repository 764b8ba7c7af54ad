package io.listwatch.workloads.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Conditions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The init containers of a pod, one after the other. If they neither take time nor fail, the pod
 * starts without any status in which they run.
 */
final class Initialization {
  private final ApiObject pod;
  private final PodBehavior behavior;
  private final PodStatus status;

  Initialization(ApiObject pod, PodBehavior behavior, PodStatus status) {
    this.pod = pod;
    this.behavior = behavior;
    this.status = status;
  }

  /** Returns the next step; empty if the containers may start. */
  Optional<PodStep> next() {
    if (behavior.initCode() == 0 && behavior.initAfter().isZero()) {
      return Optional.empty();
    }
    for (JsonNode container : pod.spec().path("initContainers")) {
      String name = container.path("name").asText();
      JsonNode seen = Conditions.named(pod.status().path("initContainerStatuses"), name);
      boolean completed = seen.at("/state/terminated/exitCode").asInt(-1) == 0;
      if (!PodStatus.isSidecar(container) && !completed) {
        return Optional.of(step(name, seen));
      }
    }
    return Optional.empty();
  }

  private PodStep step(String name, JsonNode seen) {
    int restarts = seen.path("restartCount").asInt();
    JsonNode state = seen.path("state");
    if (state.has("running")) {
      return run(name, ApiObject.time(state.at("/running/startedAt")), restarts);
    }
    JsonNode failed = seen.at("/lastState/terminated/finishedAt");
    if (failed.isMissingNode()) {
      return new PodStep.Write(status.initRunning(name, 0));
    }
    Instant due = ApiObject.time(failed).plus(PodLife.backoff(restarts));
    return due.isAfter(status.now())
        ? waitUntil(due)
        : new PodStep.Write(status.initRunning(name, restarts + 1));
  }

  private PodStep run(String name, Instant started, int restarts) {
    Instant end = started.plus(behavior.initAfter());
    if (end.isAfter(status.now())) {
      return waitUntil(end);
    }
    if (behavior.initCode() == 0) {
      return new PodStep.Write(status.initEnded(name, started, 0, restarts, false));
    }
    boolean over = pod.spec().path("restartPolicy").asText().equals("Never");
    return new PodStep.Write(
        over
            ? status.initEnded(name, started, behavior.initCode(), restarts, true)
            : status.initBackingOff(name, started, behavior.initCode(), restarts));
  }

  private PodStep waitUntil(Instant time) {
    return new PodStep.Wait(Duration.between(status.now(), time));
  }
}
