package io.listwatch.workloads.deployment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.workloads.object.ApiObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** The revision numbers and other annotations that connect a Deployment and its ReplicaSets. */
final class Revisions {
  static final String REVISION = "deployment.kubernetes.io/revision";
  static final String REVISION_HISTORY = "deployment.kubernetes.io/revision-history";
  static final String DESIRED_REPLICAS = "deployment.kubernetes.io/desired-replicas";
  static final String MAX_REPLICAS = "deployment.kubernetes.io/max-replicas";

  /** The length of {@link #REVISION_HISTORY}, beyond which the oldest revisions are dropped. */
  private static final int MAX_HISTORY_LENGTH = 2000;

  /** Annotations of a Deployment that its ReplicaSets do not get. */
  private static final Set<String> NOT_COPIED =
      Set.of(
          "kubectl.kubernetes.io/last-applied-configuration",
          REVISION,
          REVISION_HISTORY,
          DESIRED_REPLICAS,
          MAX_REPLICAS,
          "deprecated.deployment.rollback.rollbackTo");

  private Revisions() {}

  /** Returns the revision of a set; 0 if it has none or the annotation is not a number. */
  static long of(ApiObject set) {
    return number(set.annotation(REVISION).orElse(""));
  }

  private static long number(String text) {
    return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
  }

  /** Returns the revision that comes after those of all old sets. */
  static long next(Collection<ApiObject> oldSets) {
    return oldSets.stream().mapToLong(Revisions::of).max().orElse(0) + 1;
  }

  /**
   * Returns the new set with the annotations of its Deployment, and with the revision unless it
   * already has a later one. A set whose revision changes keeps the earlier ones as history: the
   * Deployment has been rolled back to it.
   */
  static ApiObject annotated(ApiObject set, ApiObject deployment, long revision) {
    return set.edited(
        json -> {
          ObjectNode annotations = json.withObject("/metadata/annotations");
          deployment.annotations().entrySet().stream()
              .filter(each -> !NOT_COPIED.contains(each.getKey()))
              .forEach(each -> annotations.put(each.getKey(), each.getValue()));
          String current = set.annotation(REVISION).orElse("");
          if (number(current) < revision) {
            annotations.put(REVISION, Long.toString(revision));
            if (!current.isEmpty()) {
              annotations.put(
                  REVISION_HISTORY, history(set.annotation(REVISION_HISTORY).orElse(""), current));
            }
          }
        });
  }

  private static String history(String earlier, String revision) {
    List<String> all =
        new ArrayList<>(earlier.isEmpty() ? List.of() : List.of(earlier.split(",", -1)));
    all.add(revision);
    while (String.join(",", all).length() > MAX_HISTORY_LENGTH) {
      all.remove(0);
    }
    return String.join(",", all);
  }

  /**
   * Returns a set with another size, and with the annotations that proportional scaling reads
   * later.
   */
  static ApiObject scaled(ApiObject set, int replicas, Fenceposts posts) {
    return set.edited(
        json -> {
          json.withObject("/spec").put("replicas", replicas);
          json.withObject("/metadata/annotations")
              .put(DESIRED_REPLICAS, Integer.toString(posts.replicas()))
              .put(MAX_REPLICAS, Integer.toString(posts.maxTotal()));
        });
  }
}
