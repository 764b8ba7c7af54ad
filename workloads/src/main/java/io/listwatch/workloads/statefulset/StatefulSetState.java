package io.listwatch.workloads.statefulset;

/**
 * The facts about a StatefulSet that the rules use.
 *
 * @param start the first ordinal
 * @param parallel true for {@code podManagementPolicy: Parallel}
 * @param onDelete true for the update strategy {@code OnDelete}
 * @param partition the number of pods, lowest ordinals first, that keep the current revision
 * @param maxUnavailable at least 1
 * @param deleting true if the set itself is being deleted
 */
record StatefulSetState(
    int replicas,
    int start,
    boolean parallel,
    boolean onDelete,
    int partition,
    int maxUnavailable,
    String currentRevision,
    String updateRevision,
    boolean deleting) {

  boolean includes(int ordinal) {
    return ordinal >= start && ordinal < start + replicas;
  }

  /** Returns the revision of a new pod. */
  String revisionOf(int ordinal) {
    return !onDelete && ordinal < start + partition ? currentRevision : updateRevision;
  }
}
