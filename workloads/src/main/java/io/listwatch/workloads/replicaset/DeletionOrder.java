package io.listwatch.workloads.replicaset;

import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Pods;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The order in which a ReplicaSet deletes surplus pods: those whose loss costs least come first.
 */
public final class DeletionOrder {
  private static final String COST = "controller.kubernetes.io/pod-deletion-cost";
  private static final List<String> PHASES = List.of("Pending", "Unknown", "Running");

  private DeletionOrder() {}

  /**
   * Returns the pods to delete.
   *
   * @param active the pods of the set
   * @param related the pods of all sets of the same owner, to find crowded nodes
   */
  public static List<ApiObject> choose(
      List<ApiObject> active, List<ApiObject> related, int count, Instant now) {
    if (count >= active.size()) {
      return active;
    }
    Map<String, Long> crowds =
        related.stream()
            .filter(Pods::active)
            .collect(Collectors.groupingBy(Pods::node, Collectors.counting()));
    return active.stream().sorted(order(crowds, now)).limit(count).toList();
  }

  private static Comparator<ApiObject> order(Map<String, Long> crowds, Instant now) {
    return Comparator.<ApiObject, Boolean>comparing(pod -> !Pods.node(pod).isEmpty())
        .thenComparing(pod -> PHASES.indexOf(Pods.phase(pod)))
        .thenComparing(Pods::ready)
        .thenComparing(DeletionOrder::cost)
        .thenComparing(pod -> crowds.getOrDefault(Pods.node(pod), 0L), Comparator.reverseOrder())
        .thenComparing(pod -> ageRank(readySince(pod), now))
        .thenComparing(Pods::restarts, Comparator.reverseOrder())
        .thenComparing(pod -> ageRank(pod.created(), now))
        .thenComparing(ApiObject::uid);
  }

  /** Returns the value of the annotation; 0 if it is missing or not a number. */
  private static int cost(ApiObject pod) {
    String text = pod.annotation(COST).orElse("0");
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException invalid) {
      return 0;
    }
  }

  private static Instant readySince(ApiObject pod) {
    return Pods.ready(pod)
        ? ApiObject.time(pod.condition("Ready").path("lastTransitionTime"))
        : Instant.EPOCH;
  }

  /**
   * Returns the logarithm of an age, so that pods of similar ages rank the same and the oldest do
   * not always survive. A pod without a time comes first.
   */
  private static int ageRank(Instant since, Instant now) {
    if (since.equals(Instant.EPOCH)) {
      return -1;
    }
    long nanos = Duration.between(since, now).toNanos();
    return nanos <= 0 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(nanos);
  }
}
