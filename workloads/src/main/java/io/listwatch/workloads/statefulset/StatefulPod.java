package io.listwatch.workloads.statefulset;

/**
 * The facts about a StatefulSet's pod that the rules use.
 *
 * @param ordinal the number at the end of its name
 * @param finished true if its phase is Succeeded or Failed
 * @param ready true if it is Running and Ready
 * @param available true if it has been ready for {@code minReadySeconds}
 */
record StatefulPod(
    String name,
    int ordinal,
    String revision,
    boolean finished,
    boolean ready,
    boolean available,
    boolean terminating) {

  /** Returns the ordinal in the name of a pod of {@code set}, or -1 if the name has none. */
  static int parseOrdinal(String set, String pod) {
    String prefix = set + "-";
    String digits = pod.startsWith(prefix) ? pod.substring(prefix.length()) : "";
    try {
      return digits.chars().allMatch(Character::isDigit) ? Integer.parseInt(digits) : -1;
    } catch (NumberFormatException tooLargeOrEmpty) {
      return -1;
    }
  }

  boolean unavailable() {
    return !available || terminating;
  }
}
