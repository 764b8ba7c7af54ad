package io.listwatch.workloads.deployment;

import io.listwatch.workloads.object.ApiObject;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;

/**
 * The numbers of a ReplicaSet that the rules use.
 *
 * @param replicas the desired number of pods
 * @param available the number of pods that are available
 * @param desired the Deployment's replicas when the set was last scaled; -1 if unknown
 * @param max the most pods that the Deployment could have then; 0 if unknown
 */
record SetSize(String name, Instant created, int replicas, int available, int desired, int max) {
  /** Oldest first. */
  static final Comparator<SetSize> BY_AGE =
      Comparator.comparing(SetSize::created).thenComparing(SetSize::name);

  /** Reads a set. Its status may be older than its spec, which then bounds the available pods. */
  static SetSize of(ApiObject set) {
    return new SetSize(
        set.name(),
        set.created(),
        sizeOf(set),
        Math.min(set.status().path("availableReplicas").asInt(), sizeOf(set)),
        number(set, Revisions.DESIRED_REPLICAS, -1),
        number(set, Revisions.MAX_REPLICAS, 0));
  }

  static int sizeOf(ApiObject set) {
    return set.spec().path("replicas").asInt(1);
  }

  private static int number(ApiObject set, String annotation, int otherwise) {
    String text = set.annotation(annotation).orElse("");
    return text.matches("\\d{1,9}") ? Integer.parseInt(text) : otherwise;
  }

  static int total(Collection<SetSize> sets) {
    return sets.stream().mapToInt(SetSize::replicas).sum();
  }

  static int totalAvailable(Collection<SetSize> sets) {
    return sets.stream().mapToInt(SetSize::available).sum();
  }

  SetSize scaledTo(int newReplicas) {
    return new SetSize(name, created, newReplicas, available, desired, max);
  }
}
