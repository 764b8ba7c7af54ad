package io.listwatch.workloads.daemonset;

import java.time.Instant;
import java.util.Comparator;

/**
 * The facts about a DaemonSet's pod that the rules use.
 *
 * @param updated true if it has the current template
 * @param available true if it has been ready for {@code minReadySeconds}
 */
record DaemonPod(
    String name,
    Phase phase,
    boolean terminating,
    boolean updated,
    boolean ready,
    boolean available,
    boolean scheduled,
    Instant created) {

  /** Running also stands for Pending. */
  enum Phase {
    RUNNING,
    SUCCEEDED,
    FAILED
  }

  /** Scheduled pods first, then the oldest. */
  static final Comparator<DaemonPod> OLDEST_FIRST =
      Comparator.comparing(DaemonPod::scheduled, Comparator.reverseOrder())
          .thenComparing(DaemonPod::created)
          .thenComparing(DaemonPod::name);
}
