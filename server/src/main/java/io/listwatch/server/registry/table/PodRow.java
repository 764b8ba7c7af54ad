package io.listwatch.server.registry.table;

import static io.listwatch.server.registry.table.Trees.elements;
import static io.listwatch.server.registry.table.Trees.or;
import static io.listwatch.server.registry.table.Trees.text;

import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.TableColumns.Completion;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The table row of a pod: ready containers, status and restarts.
 *
 * <p>The status is the reason of the first init container that is not done, else of the first
 * container that is waiting or terminated, else the phase of the pod.
 */
public final class PodRow {
  public static final ComputedRow ROW =
      new ComputedRow() {
        @Override
        public List<Object> cells(JsonValue pod, Instant now) {
          return new PodRow(pod, now).cells();
        }

        @Override
        public Optional<Completion> completion(Resource pod) {
          return phaseCompletion(pod);
        }
      };

  private static final JsonPath PHASE = JsonPath.of("status.phase");

  private final JsonValue pod;
  private final Instant now;
  private final JsonValue status;

  /** Names of the init containers with restart policy Always. */
  private final Set<String> sidecars;

  private int ready;
  private int restarts;
  private int sidecarRestarts;
  private @Nullable Instant lastRestart;
  private @Nullable Instant lastSidecarRestart;
  private String reason;

  private PodRow(JsonValue pod, Instant now) {
    this.pod = pod;
    this.now = now;
    this.status = pod.path("status");
    this.sidecars = sidecars(pod);
    this.reason = firstReason();
  }

  private static Optional<Completion> phaseCompletion(Resource pod) {
    return switch (pod.text(PHASE).orElse("")) {
      case "Succeeded" ->
          Optional.of(new Completion("Succeeded", "The pod has completed successfully."));
      case "Failed" -> Optional.of(new Completion("Failed", "The pod failed."));
      default -> Optional.empty();
    };
  }

  private static Set<String> sidecars(JsonValue pod) {
    var names = new HashSet<String>();
    for (JsonValue each : pod.path("spec").path("initContainers")) {
      if (text(each, "restartPolicy").equals("Always")) {
        names.add(text(each, "name"));
      }
    }
    return names;
  }

  private String firstReason() {
    boolean gated =
        elements(status.path("conditions")).stream()
            .filter(each -> text(each, "type").equals("PodScheduled"))
            .anyMatch(each -> text(each, "reason").equals("SchedulingGated"));
    return gated ? "SchedulingGated" : or(text(status, "reason"), text(status, "phase"));
  }

  private List<Object> cells() {
    boolean initializing = readInitContainers();
    if (!initializing || conditionIsTrue("Initialized")) {
      readContainers();
    }
    noteDeletion();
    int total = pod.path("spec").path("containers").size() + sidecars.size();
    return List.of(
        Metadata.name(pod),
        ready + "/" + total,
        reason,
        restarts(),
        Metadata.age(pod, now),
        or(text(status.path("podIPs").path(0), "ip"), Placeholders.NONE),
        or(text(pod, "spec", "nodeName"), Placeholders.NONE),
        or(text(status, "nominatedNodeName"), Placeholders.NONE),
        readinessGates());
  }

  /** Returns true if an init container is not done; its reason is then the status. */
  private boolean readInitContainers() {
    int index = 0;
    for (JsonValue container : status.path("initContainerStatuses")) {
      boolean sidecar = sidecars.contains(text(container, "name"));
      countRestarts(container, sidecar);
      if (!isDone(container, sidecar)) {
        reason = "Init:" + initReason(container, index);
        return true;
      }
      index++;
    }
    return false;
  }

  private void countRestarts(JsonValue container, boolean sidecar) {
    Instant ended = HumanDuration.instant(text(container, "lastState", "terminated", "finishedAt"));
    int count = container.path("restartCount").asInt();
    restarts += count;
    lastRestart = later(lastRestart, ended);
    if (sidecar) {
      sidecarRestarts += count;
      lastSidecarRestart = later(lastSidecarRestart, ended);
    }
  }

  private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant two) {
    return one == null || (two != null && two.isAfter(one)) ? two : one;
  }

  private boolean isDone(JsonValue container, boolean sidecar) {
    JsonValue terminated = container.path("state").path("terminated");
    if (terminated.isObject() && terminated.path("exitCode").asInt() == 0) {
      return true;
    }
    boolean started = sidecar && container.path("started").asBoolean();
    if (started && container.path("ready").asBoolean()) {
      ready++;
    }
    return started;
  }

  private String initReason(JsonValue container, int index) {
    JsonValue state = container.path("state");
    if (state.path("terminated").isObject()) {
      return ended(state.path("terminated"));
    }
    String waiting = text(state, "waiting", "reason");
    return waiting.isEmpty() || waiting.equals("PodInitializing")
        ? index + "/" + pod.path("spec").path("initContainers").size()
        : waiting;
  }

  private static String ended(JsonValue terminated) {
    String reason = text(terminated, "reason");
    if (!reason.isEmpty()) {
      return reason;
    }
    int signal = terminated.path("signal").asInt();
    return signal != 0 ? "Signal:" + signal : "ExitCode:" + terminated.path("exitCode").asInt();
  }

  /** Goes from the last container to the first, so that the first one's reason wins. */
  private void readContainers() {
    restarts = sidecarRestarts;
    lastRestart = lastSidecarRestart;
    boolean running = false;
    String failure = "";
    List<JsonValue> containers = elements(status.path("containerStatuses"));
    for (int i = containers.size() - 1; i >= 0; i--) {
      JsonValue container = containers.get(i);
      countRestarts(container, false);
      JsonValue state = container.path("state");
      String waiting = text(state, "waiting", "reason");
      if (!waiting.isEmpty()) {
        reason = waiting;
      } else if (state.path("terminated").isObject()) {
        reason = ended(state.path("terminated"));
        failure = state.path("terminated").path("exitCode").asInt() == 0 ? failure : reason;
      } else if (container.path("ready").asBoolean() && state.path("running").isObject()) {
        running = true;
        ready++;
      }
    }
    if (reason.equals("Completed")) {
      reason = completed(running, failure);
    }
  }

  /**
   * Returns the status if a container has completed: other containers may still run or have failed.
   */
  private String completed(boolean running, String failure) {
    if (running && conditionIsTrue("Ready")) {
      return "Running";
    }
    if (!failure.isEmpty()) {
      return failure;
    }
    return running ? "NotReady" : "Completed";
  }

  private boolean conditionIsTrue(String type) {
    return elements(status.path("conditions")).stream()
        .filter(each -> text(each, "type").equals(type))
        .anyMatch(each -> text(each, "status").equals("True"));
  }

  private void noteDeletion() {
    if (!Metadata.terminating(pod)) {
      return;
    }
    String phase = text(status, "phase");
    if (text(status, "reason").equals("NodeLost")) {
      reason = "Unknown";
    } else if (!phase.equals("Succeeded") && !phase.equals("Failed")) {
      reason = "Terminating";
    }
  }

  private String restarts() {
    return restarts == 0 || lastRestart == null
        ? Integer.toString(restarts)
        : "%d (%s ago)"
            .formatted(restarts, HumanDuration.format(Duration.between(lastRestart, now)));
  }

  private String readinessGates() {
    List<JsonValue> gates = elements(pod.path("spec").path("readinessGates"));
    if (gates.isEmpty()) {
      return Placeholders.NONE;
    }
    long passed = gates.stream().filter(this::hasPassed).count();
    return passed + "/" + gates.size();
  }

  private boolean hasPassed(JsonValue gate) {
    String type = text(gate, "conditionType");
    return Metadata.condition(status.path("conditions"), type).equals("True");
  }
}
