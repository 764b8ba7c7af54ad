package io.listwatch.workloads.disruption;

/** The numbers in the status of a PodDisruptionBudget. */
record DisruptionCounts(int currentHealthy, int desiredHealthy, int expectedPods) {
  /**
   * Returns how many pods may be evicted now. A budget without pods allows nothing: its first pods
   * must be safe before the status is written again.
   */
  int allowed() {
    return expectedPods <= 0 ? 0 : Math.max(0, currentHealthy - desiredHealthy);
  }

  /** Counts for {@code maxUnavailable}, after percentages are resolved. */
  static DisruptionCounts ofMaxUnavailable(int maxUnavailable, int expected, int healthy) {
    return new DisruptionCounts(healthy, Math.max(0, expected - maxUnavailable), expected);
  }

  /** Counts for {@code minAvailable}, after percentages are resolved. */
  static DisruptionCounts ofMinAvailable(int minAvailable, int expected, int healthy) {
    return new DisruptionCounts(healthy, minAvailable, expected);
  }
}
