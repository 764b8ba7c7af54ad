package io.listwatch.workloads.cronjob;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The decision whether to start a Job now.
 *
 * @param start the scheduled time of the Job to start, or null
 * @param missed the scheduled time that is too long ago to start a Job for, or null
 * @param blocked true if a Job is not started because another one is still active
 * @param tooManyMissed true if more than 100 starts were missed
 * @param next when to look again; null if the schedule has no more times
 */
record CronDecision(
    @Nullable Instant start,
    @Nullable Instant missed,
    boolean blocked,
    boolean tooManyMissed,
    @Nullable Instant next) {

  private static final int MANY = 100;

  /**
   * The facts that a decision depends on.
   *
   * @param earliest the last scheduled time, or when the CronJob was created
   * @param lastScheduled null if no Job was started yet
   * @param deadline how late a Job may start; null if it is never too late
   * @param forbidden true if the concurrency policy is Forbid and a Job is active
   */
  record Input(
      Instant earliest,
      @Nullable Instant lastScheduled,
      @Nullable Duration deadline,
      boolean forbidden,
      Instant now) {}

  /**
   * Decides whether to start a Job. If several starts were missed, only the most recent one is made
   * up for.
   */
  static CronDecision of(CronSchedule schedule, Input input) {
    Recent recent = recent(schedule, horizon(input), input.now());
    Instant due = recent.time();
    Instant next = schedule.after(due == null ? input.earliest() : due).orElse(null);
    if (due == null || due.equals(input.lastScheduled())) {
      return new CronDecision(null, null, false, recent.many(), next);
    }
    Duration deadline = input.deadline();
    if (deadline != null && due.plus(deadline).isBefore(input.now())) {
      return new CronDecision(null, due, false, recent.many(), next);
    }
    return new CronDecision(
        input.forbidden() ? null : due, null, input.forbidden(), recent.many(), next);
  }

  /** Returns the time before which nothing is started any more. */
  private static Instant horizon(Input input) {
    Duration deadline = input.deadline();
    Instant limit = deadline == null ? input.earliest() : input.now().minus(deadline);
    return limit.isAfter(input.earliest()) ? limit : input.earliest();
  }

  /** The most recent scheduled time that has passed, or null. */
  private record Recent(@Nullable Instant time, boolean many) {}

  /**
   * Finds the most recent time without going through all of them: after a long pause there may be
   * millions.
   */
  private static Recent recent(CronSchedule schedule, Instant after, Instant now) {
    Optional<Instant> first = schedule.after(after).filter(time -> !time.isAfter(now));
    Optional<Instant> second = first.flatMap(schedule::after).filter(time -> !time.isAfter(now));
    if (first.isEmpty() || second.isEmpty()) {
      return new Recent(first.orElse(null), false);
    }
    long interval = Math.max(1, Duration.between(first.get(), second.get()).toSeconds());
    long missed = Duration.between(first.get(), now).toSeconds() / interval + 1;
    return new Recent(last(schedule, first.get(), interval, now), missed > MANY);
  }

  /** Bisects in steps of the interval, which keeps {@code @every} in phase. */
  private static Instant last(CronSchedule schedule, Instant first, long interval, Instant now) {
    Instant last = first;
    Instant tooLate = now;
    while (true) {
      long steps = Duration.between(last, tooLate).toSeconds() / interval / 2;
      Instant probe = last.plusSeconds(steps * interval);
      Optional<Instant> time = schedule.after(probe).filter(each -> !each.isAfter(now));
      if (time.isPresent()) {
        last = time.get();
      } else if (steps == 0) {
        return last;
      } else {
        tooLate = probe;
      }
    }
  }
}
