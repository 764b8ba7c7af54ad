package io.listwatch.workloads.faults;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.Watch;
import io.listwatch.workloads.object.ApiObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Replays every state of some types since a moment, one for each revision, from watches that start
 * at that moment.
 */
final class History {
  private final FaultyCluster cluster;
  private final Map<ResourceType, ResourceVersion> begin = new TreeMap<>(order());

  /** Begins now, at a state without objects of these types. */
  History(FaultyCluster cluster, ResourceType... types) throws InterruptedException {
    this.cluster = cluster;
    for (ResourceType type : types) {
      begin.put(type, cluster.resources(type).list().version());
    }
  }

  private static Comparator<ResourceType> order() {
    return Comparator.comparing(ResourceType::toString);
  }

  /** Calls the checker after each change, in the order of revisions. */
  void replay(Checker checker) throws InterruptedException {
    var steps = new ArrayList<Step>();
    for (Map.Entry<ResourceType, ResourceVersion> each : begin.entrySet()) {
      read(each.getKey(), each.getValue(), steps);
    }
    steps.sort(Comparator.comparingLong(Step::revision));
    Map<ResourceType, Map<ResourceKey, ApiObject>> state = new TreeMap<>(order());
    for (Step step : steps) {
      Map<ResourceKey, ApiObject> objects =
          state.computeIfAbsent(step.type, type -> new TreeMap<>());
      boolean created = step.exists && !objects.containsKey(step.object.key());
      if (step.exists) {
        objects.put(step.object.key(), step.object);
      } else {
        objects.remove(step.object.key());
      }
      try {
        checker.check(new State(state), step.type, created ? step.object : null);
      } catch (AssertionError violated) {
        throw new AssertionError("at revision " + step.revision, violated);
      }
    }
  }

  private void read(ResourceType type, ResourceVersion after, List<Step> steps)
      throws InterruptedException {
    // The server ends the watch after all changes up to now.
    WatchOptions options = WatchOptions.after(after).endingAfter(Duration.ofSeconds(1));
    try (Watch watch = cluster.resources(type).watch(options)) {
      while (!watch.ended()) {
        WatchEvent event = watch.next();
        if (event instanceof WatchEvent.Added added) {
          steps.add(Step.of(type, added.object(), true));
        } else if (event instanceof WatchEvent.Modified modified) {
          steps.add(Step.of(type, modified.object(), true));
        } else if (event instanceof WatchEvent.Deleted deleted) {
          steps.add(Step.of(type, deleted.object(), false));
        }
      }
    }
  }

  /** Checks one state. */
  interface Checker {
    /**
     * Fails if the state is not allowed.
     *
     * @param created the object that has just been created; null after another change
     */
    void check(State state, ResourceType type, @Nullable ApiObject created);
  }

  /** The objects at one revision. */
  record State(Map<ResourceType, Map<ResourceKey, ApiObject>> objects) {
    List<ApiObject> of(ResourceType type) {
      return List.copyOf(objects.getOrDefault(type, Map.of()).values());
    }
  }

  private record Step(ResourceType type, ApiObject object, boolean exists, long revision) {
    static Step of(ResourceType type, Resource object, boolean exists) {
      return new Step(
          type,
          ApiObject.CODEC.decode(object),
          exists,
          Long.parseLong(object.version().toString()));
    }
  }
}
