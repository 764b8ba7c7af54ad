package io.listwatch.workloads.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Pods;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The life of a pod on a simulated node: a function of the pod, its behavior and the time.
 *
 * <pre>
 *   Pending ──▶ Initialization ──▶ Running ──▶ ready
 *                                    │ ▲
 *                              exit  ▼ │ restart, after a growing delay
 *                               CrashLoopBackOff           or: Succeeded, Failed
 * </pre>
 *
 * <p>All state is in the pod's status, so another process can continue.
 */
final class PodLife {
  private static final Duration FIRST_BACKOFF = Duration.ofSeconds(10);
  private static final Duration LONGEST_BACKOFF = Duration.ofMinutes(5);

  private final ApiObject pod;
  private final PodBehavior behavior;
  private final Instant now;

  PodLife(ApiObject pod, PodBehavior behavior, Instant now) {
    this.pod = pod;
    this.behavior = behavior;
    this.now = now;
  }

  /**
   * Returns the next step.
   *
   * @param hostAddress the node's address
   * @param podAddress the pod's address if it has none yet
   */
  PodStep next(String hostAddress, String podAddress) {
    PodStatus status = new PodStatus(pod, now, hostAddress, podAddress);
    if (pod.terminating()) {
      return end(status);
    }
    if (Pods.finished(pod)) {
      return PodStep.Idle.IDLE;
    }
    if (!behavior.starts()) {
      return changed(status.creating());
    }
    Optional<PodStep> initializing = new Initialization(pod, behavior, status).next();
    if (initializing.isPresent()) {
      return initializing.get();
    }
    JsonNode state = pod.status().path("containerStatuses").path(0).path("state");
    if (state.has("running")) {
      return run(status, ApiObject.time(state.at("/running/startedAt")));
    }
    if ((state.has("waiting") && restarts() > 0) || hasTerminated()) {
      return restart(status);
    }
    return start(status, 0);
  }

  private boolean hasTerminated() {
    return pod.status().path("containerStatuses").path(0).path("lastState").has("terminated");
  }

  private int restarts() {
    return Pods.restarts(pod);
  }

  /** Starts the containers. A container that exits at once gets no Running status. */
  private PodStep start(PodStatus status, int restarts) {
    if (behavior.exitCode() != null && behavior.exitAfter().isZero()) {
      return exit(status, now, behavior.exitCode(), restarts);
    }
    return changed(status.running(now, ready(now), restarts));
  }

  private boolean ready(Instant started) {
    Duration after = behavior.readyAfter();
    return after != null && !started.plus(after).isAfter(now);
  }

  private PodStep run(PodStatus status, Instant started) {
    if (behavior.exitCode() != null && !started.plus(behavior.exitAfter()).isAfter(now)) {
      return exit(status, started, behavior.exitCode(), restarts());
    }
    ObjectNode next = status.running(started, ready(started), restarts());
    return pod.hasStatus(next) ? untilNextChange(started) : new PodStep.Write(next);
  }

  private PodStep untilNextChange(Instant started) {
    Duration after = behavior.readyAfter();
    if (after != null && started.plus(after).isAfter(now)) {
      return waitUntil(started.plus(after));
    }
    return behavior.exitCode() == null
        ? PodStep.Idle.IDLE
        : waitUntil(started.plus(behavior.exitAfter()));
  }

  private PodStep waitUntil(Instant time) {
    Duration left = Duration.between(now, time);
    return new PodStep.Wait(left.isNegative() || left.isZero() ? Duration.ofMillis(1) : left);
  }

  private PodStep exit(PodStatus status, Instant started, int code, int restarts) {
    String policy = pod.spec().path("restartPolicy").asText("Always");
    boolean again = policy.equals("Always") || (policy.equals("OnFailure") && code != 0);
    return changed(
        again
            ? status.backingOff(started, code, restarts)
            : status.finished(started, code, restarts));
  }

  private PodStep restart(PodStatus status) {
    JsonNode last =
        pod.status().path("containerStatuses").path(0).at("/lastState/terminated/finishedAt");
    Instant due = ApiObject.time(last).plus(backoff(restarts()));
    return due.isAfter(now) ? waitUntil(due) : start(status, restarts() + 1);
  }

  /** Returns how long a container that has ended waits for its next start. */
  static Duration backoff(int restarts) {
    Duration delay = FIRST_BACKOFF.multipliedBy(1L << Math.min(restarts, 5));
    return delay.compareTo(LONGEST_BACKOFF) < 0 ? delay : LONGEST_BACKOFF;
  }

  /**
   * Ends a pod that is being deleted. A pod with finalizers stays, so its status has to say that it
   * has ended.
   */
  private PodStep end(PodStatus status) {
    long grace = pod.metadata().path("deletionGracePeriodSeconds").asLong();
    Instant asked = ApiObject.time(pod.metadata().path("deletionTimestamp")).minusSeconds(grace);
    Duration needed =
        behavior.terminateAfter().compareTo(Duration.ofSeconds(grace)) < 0
            ? behavior.terminateAfter()
            : Duration.ofSeconds(grace);
    if (asked.plus(needed).isAfter(now)) {
      return waitUntil(asked.plus(needed));
    }
    if (!pod.metadata().path("finalizers").isEmpty() && !Pods.finished(pod)) {
      return new PodStep.Write(status.finished(now, PodStatus.TERMINATED, restarts()));
    }
    return grace > 0 ? PodStep.Delete.NOW : PodStep.Idle.IDLE;
  }

  private PodStep changed(ObjectNode status) {
    return pod.hasStatus(status) ? PodStep.Idle.IDLE : new PodStep.Write(status);
  }
}
