package io.listwatch.controller;

import io.listwatch.model.ResourceVersion;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Who leads, as it is written where all candidates can see it.
 *
 * @param holder the leader's identity; empty if nobody leads
 * @param duration for how long after a renewal nobody else may take over
 * @param acquired when the holder took over, by its clock; for people, never compared
 * @param renewed when the holder last renewed, by its clock; for people, never compared with a
 *     clock: all that counts is that it changes
 * @param transitions how many times the leadership was taken: the fencing token
 * @param version of the written lease, for the next write to build on; unset if it is to be created
 */
public record Lease(
    String holder,
    Duration duration,
    Instant acquired,
    Instant renewed,
    long transitions,
    ResourceVersion version) {
  /** The first lease there ever was, as far as anyone knows. */
  static Lease first(String holder, Duration duration, Instant now) {
    return new Lease(holder, duration, now, now, 1, ResourceVersion.UNSET);
  }

  /** This lease in the hands of a new holder, who may be the old one in a new term. */
  Lease takeover(String newHolder, Duration newDuration, Instant now) {
    return new Lease(newHolder, newDuration, now, now, transitions + 1, version);
  }

  /**
   * This lease, renewed. The time is later than the last one even if the clock is not, or others
   * could not see that anything happened; by a microsecond, which is as fine as it may be kept.
   */
  Lease renewal(Instant now) {
    Instant next = now.isAfter(renewed) ? now : renewed.plus(1, ChronoUnit.MICROS);
    return new Lease(holder, duration, acquired, next, transitions, version);
  }

  /** This lease in nobody's hands, for whoever comes first. */
  Lease release(Instant now) {
    return new Lease("", Duration.ofSeconds(1), now, now, transitions, version);
  }

  /** This lease as those know it who saw it before somebody deleted it. */
  Lease deleted() {
    return new Lease(holder, duration, acquired, renewed, transitions, ResourceVersion.UNSET);
  }

  /**
   * Whether both say the same of who leads and when it was renewed. The version does not matter,
   * except that there is one: others may write beside the point.
   */
  boolean sameRecord(Lease other) {
    return holder.equals(other.holder)
        && duration.equals(other.duration)
        && acquired.equals(other.acquired)
        && renewed.equals(other.renewed)
        && transitions == other.transitions
        && version.isUnset() == other.version.isUnset();
  }
}
