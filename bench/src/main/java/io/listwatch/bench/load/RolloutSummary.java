package io.listwatch.bench.load;

import java.util.List;

/**
 * The cost of the rollouts on one server.
 *
 * @param podsPerSecond of the median round
 * @param cpuPerPod in milliseconds, of the server, its storage and the components together
 * @param heapBytes of the components, after the last round
 */
record RolloutSummary(String server, double podsPerSecond, double cpuPerPod, long heapBytes) {
  /**
   * One round.
   *
   * @param cpu of the server, its storage and the components, in seconds
   */
  record Round(double seconds, double cpu) {}

  static RolloutSummary of(String server, int pods, List<Round> rounds, long heapBytes) {
    return new RolloutSummary(
        server,
        pods / median(rounds.stream().map(Round::seconds).toList()),
        1000 * median(rounds.stream().map(Round::cpu).toList()) / pods,
        heapBytes);
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }

  void print() {
    System.out.printf(
        "%-12s%8.0f pods a second, %.2f ms CPU a pod, %.1f MiB heap of the components%n",
        server, podsPerSecond, cpuPerPod, heapBytes / (double) (1 << 20));
  }

  /** Prints this server's figures as multiples of another server's. */
  void printRatios(RolloutSummary other) {
    System.out.printf(
        "%s / %s: %.2f times the pods a second, %.2f times the CPU, %.2f times the heap%n",
        server,
        other.server,
        podsPerSecond / other.podsPerSecond,
        cpuPerPod / other.cpuPerPod,
        (double) heapBytes / other.heapBytes);
  }
}
