package io.listwatch.workloads.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Conditions;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Makes the statuses that the kubelet writes for a pod.
 *
 * @param hostAddress the node's address
 * @param podAddress the pod's address if it has none yet
 */
record PodStatus(ApiObject pod, Instant now, String hostAddress, String podAddress) {
  /** The exit code of a process that was ended by SIGTERM. */
  static final int TERMINATED = 143;

  /** Returns the status before the containers exist. */
  ObjectNode creating() {
    ObjectNode status = common("Pending", false);
    putContainers(
        status,
        "initContainers",
        "initContainerStatuses",
        (container, state) -> waiting(state, "PodInitializing"));
    boolean initialized = pod.spec().path("initContainers").isEmpty();
    putContainers(
        status,
        "containers",
        "containerStatuses",
        (container, state) ->
            waiting(state, initialized ? "ContainerCreating" : "PodInitializing"));
    setConditions(status, initialized, false, "ContainersNotReady");
    return status;
  }

  private static void waiting(ObjectNode container, String reason) {
    container.put("ready", false).put("started", false).put("restartCount", 0);
    container.putObject("state").putObject("waiting").put("reason", reason);
  }

  /** Returns the status while an init container runs. */
  ObjectNode initRunning(String current, int restarts) {
    return initializing(
        current,
        "Pending",
        container -> {
          container.put("ready", false).put("started", true).put("restartCount", restarts);
          container
              .putObject("state")
              .putObject("running")
              .put("startedAt", ApiObject.timestamp(now));
          keepLastState("initContainerStatuses", current, container);
        });
  }

  /**
   * Returns the status after an init container has ended for good.
   *
   * @param over true if the pod has failed with it
   */
  ObjectNode initEnded(String current, Instant started, int code, int restarts, boolean over) {
    return initializing(
        current,
        over ? "Failed" : "Pending",
        container -> {
          container.put("ready", code == 0).put("started", false).put("restartCount", restarts);
          terminated(container.putObject("state"), started, code);
          keepLastState("initContainerStatuses", current, container);
        });
  }

  /** Returns the status between two runs of an init container. */
  ObjectNode initBackingOff(String current, Instant started, int code, int restarts) {
    return initializing(
        current,
        "Pending",
        container -> {
          container.put("ready", false).put("started", false).put("restartCount", restarts);
          container.putObject("state").putObject("waiting").put("reason", "CrashLoopBackOff");
          terminated(container.putObject("lastState"), started, code);
        });
  }

  /**
   * Returns the status during initialization. Init containers before the current one keep their
   * state, later ones wait.
   */
  private ObjectNode initializing(String current, String phase, Consumer<ObjectNode> state) {
    ObjectNode status = common(phase, true);
    var reached = new AtomicBoolean();
    putContainers(
        status,
        "initContainers",
        "initContainerStatuses",
        (name, container) -> {
          if (name.equals(current)) {
            reached.set(true);
            state.accept(container);
          } else if (reached.get()) {
            waiting(container, "PodInitializing");
          } else {
            passed(name, container);
          }
        });
    putContainers(
        status,
        "containers",
        "containerStatuses",
        (name, container) -> waiting(container, "PodInitializing"));
    setConditions(
        status, false, false, phase.equals("Failed") ? "PodFailed" : "ContainersNotReady");
    return status;
  }

  /**
   * Keeps the state of an init container before the current one; a sidecar without a state becomes
   * running.
   */
  private void passed(String name, ObjectNode container) {
    JsonNode before = Conditions.named(pod.status().path("initContainerStatuses"), name);
    if (before.path("state").has("waiting") || before.isMissingNode()) {
      container.put("ready", true).put("started", true).put("restartCount", 0);
      container.putObject("state").putObject("running").put("startedAt", ApiObject.timestamp(now));
    } else {
      container.setAll((ObjectNode) before);
    }
  }

  static boolean isSidecar(JsonNode initContainer) {
    return initContainer.path("restartPolicy").asText().equals("Always");
  }

  /** Returns the status while all containers run. */
  ObjectNode running(Instant started, boolean ready, int restarts) {
    ObjectNode status = common("Running", true);
    putInitContainers(status, started);
    putContainers(
        status,
        "containers",
        "containerStatuses",
        (name, container) -> {
          container.put("ready", ready).put("started", true).put("restartCount", restarts);
          container
              .putObject("state")
              .putObject("running")
              .put("startedAt", ApiObject.timestamp(started));
          keepLastState("containerStatuses", name, container);
        });
    setConditions(status, true, ready, "ContainersNotReady");
    return status;
  }

  /** Returns the status between two runs of the containers. */
  ObjectNode backingOff(Instant started, int code, int restarts) {
    ObjectNode status = common("Running", true);
    putInitContainers(status, started);
    putContainers(
        status,
        "containers",
        "containerStatuses",
        (name, container) -> {
          container.put("ready", false).put("started", false).put("restartCount", restarts);
          container.putObject("state").putObject("waiting").put("reason", "CrashLoopBackOff");
          terminated(container.putObject("lastState"), started, code);
        });
    setConditions(status, true, false, "ContainersNotReady");
    return status;
  }

  /** Returns the status after all containers have ended for good. */
  ObjectNode finished(Instant started, int code, int restarts) {
    ObjectNode status = common(code == 0 ? "Succeeded" : "Failed", true);
    putInitContainers(status, started);
    putContainers(
        status,
        "containers",
        "containerStatuses",
        (name, container) -> {
          container.put("ready", false).put("started", false).put("restartCount", restarts);
          terminated(container.putObject("state"), started, code);
          keepLastState("containerStatuses", name, container);
        });
    setConditions(status, true, false, code == 0 ? "PodCompleted" : "PodFailed");
    return status;
  }

  private void terminated(ObjectNode state, Instant started, int code) {
    state
        .putObject("terminated")
        .put("exitCode", code)
        .put("reason", code == 0 ? "Completed" : "Error")
        .put("startedAt", ApiObject.timestamp(started))
        .put("finishedAt", ApiObject.timestamp(now));
  }

  private ObjectNode common(String phase, boolean addressed) {
    ObjectNode status = pod.statusCopy();
    status.put("phase", phase).put("observedGeneration", pod.generation());
    status.put("hostIP", hostAddress);
    status.putArray("hostIPs").addObject().put("ip", hostAddress);
    if (addressed) {
      String address = pod.status().path("podIP").asText(podAddress);
      status.put("podIP", address);
      status.putArray("podIPs").addObject().put("ip", address);
    }
    if (!status.has("startTime")) {
      status.put("startTime", ApiObject.timestamp(now));
    }
    return status;
  }

  /**
   * Sets the states of init containers after initialization: succeeded, or running if they are
   * sidecars.
   */
  private void putInitContainers(ObjectNode status, Instant started) {
    putContainers(
        status,
        "initContainers",
        "initContainerStatuses",
        (name, container) -> {
          boolean sidecar = isSidecar(Conditions.named(pod.spec().path("initContainers"), name));
          container.put("ready", true).put("started", sidecar).put("restartCount", 0);
          if (sidecar) {
            container
                .putObject("state")
                .putObject("running")
                .put("startedAt", ApiObject.timestamp(started));
          } else {
            JsonNode before =
                Conditions.named(pod.status().path("initContainerStatuses"), name).path("state");
            if (before.has("terminated")) {
              container.set("state", before);
            } else {
              terminated(container.putObject("state"), started, 0);
            }
          }
        });
  }

  private void putContainers(
      ObjectNode status, String specs, String statuses, BiConsumer<String, ObjectNode> fill) {
    if (pod.spec().path(specs).isEmpty()) {
      return;
    }
    ArrayNode list = status.putArray(statuses);
    for (JsonNode container : pod.spec().path(specs)) {
      String name = container.path("name").asText();
      String image = container.path("image").asText();
      ObjectNode entry = list.addObject().put("name", name).put("image", image);
      entry.put("imageID", "").putObject("lastState");
      fill.accept(name, entry);
    }
  }

  private void keepLastState(String statuses, String name, ObjectNode container) {
    JsonNode last = Conditions.named(pod.status().path(statuses), name).path("lastState");
    if (last.isObject()) {
      container.set("lastState", last);
    }
  }

  private void setConditions(
      ObjectNode status, boolean initialized, boolean containersReady, String reason) {
    boolean ready = containersReady && gatesOpen(status);
    set(status, "PodReadyToStartContainers", true, "");
    set(status, "Initialized", initialized, "ContainersNotInitialized");
    set(status, "Ready", ready, containersReady ? "ReadinessGatesNotReady" : reason);
    set(status, "ContainersReady", containersReady, reason);
  }

  private boolean gatesOpen(ObjectNode status) {
    for (JsonNode gate : pod.spec().path("readinessGates")) {
      if (!Conditions.isTrue(status.path("conditions"), gate.path("conditionType").asText())) {
        return false;
      }
    }
    return true;
  }

  /** Sets a condition. Keeps its place in the list, and also its time if its status is the same. */
  private void set(ObjectNode status, String type, boolean value, String reasonIfFalse) {
    String text = value ? "True" : "False";
    JsonNode current = Conditions.find(status.path("conditions"), type);
    boolean same = current.path("status").asText().equals(text);
    ObjectNode condition =
        status.objectNode().put("type", type).put("status", text).putNull("lastProbeTime");
    condition.put(
        "lastTransitionTime",
        same ? current.path("lastTransitionTime").asText() : ApiObject.timestamp(now));
    condition.put("observedGeneration", pod.generation());
    if (!value) {
      condition.put("reason", reasonIfFalse);
    }
    Conditions.replaceInPlace(status, condition);
  }
}
