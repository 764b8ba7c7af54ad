package io.listwatch.workloads.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The failures since the last success. Replacements of failed pods wait 10 s, and twice as long
 * after each further failure, up to 10 minutes.
 *
 * @param lastFailure null if there is none
 */
record PodBackoff(int failures, @Nullable Instant lastFailure) {
  static final PodBackoff NONE = new PodBackoff(0, null);
  private static final Duration FIRST = Duration.ofSeconds(10);
  private static final Duration MAX = Duration.ofMinutes(10);

  /** Returns the state after these pods have finished: failures before a success do not count. */
  PodBackoff after(List<JobPod> succeeded, List<JobPod> failed) {
    if (succeeded.isEmpty()) {
      return failed.isEmpty() ? this : new PodBackoff(failures + failed.size(), latest(failed));
    }
    Instant success = latest(succeeded);
    List<JobPod> later = failed.stream().filter(pod -> pod.finished().isAfter(success)).toList();
    return later.isEmpty() ? NONE : new PodBackoff(later.size(), latest(later));
  }

  private static Instant latest(List<JobPod> pods) {
    return pods.stream().map(JobPod::finished).max(Instant::compareTo).orElseThrow();
  }

  /** Returns how long to wait before a replacement may be created, or zero. */
  Duration remaining(Instant now) {
    if (lastFailure == null || failures == 0) {
      return Duration.ZERO;
    }
    Duration left = delay().minus(Duration.between(lastFailure, now));
    return left.isNegative() ? Duration.ZERO : left;
  }

  private Duration delay() {
    // 2^6 times the first delay is more than the maximum.
    Duration delay = FIRST.multipliedBy(1L << Math.min(failures - 1, 6));
    return delay.compareTo(MAX) > 0 ? MAX : delay;
  }
}
