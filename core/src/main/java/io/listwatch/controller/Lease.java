package io.listwatch.controller;

import io.listwatch.model.ResourceVersion;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The record of the current leader that all candidates read and write, like a {@code
 * coordination.k8s.io} Lease.
 *
 * @param holder the leader's identity; empty if there is no leader
 * @param duration time after a renewal during which no other candidate may take over
 * @param acquired when the holder took over, by its clock; informational, never compared
 * @param renewed when the holder last renewed, by its clock; never compared with a clock,
 *     candidates only check whether it changes
 * @param transitions number of times the leadership was taken: the fencing token
 * @param version of the stored lease, for the next write to build on; unset if it is to be created
 */
public record Lease(
    String holder,
    Duration duration,
    Instant acquired,
    Instant renewed,
    long transitions,
    ResourceVersion version) {
  /** Returns the lease to create when none is known to have existed. */
  static Lease first(String holder, Duration duration, Instant now) {
    return new Lease(holder, duration, now, now, 1, ResourceVersion.UNSET);
  }

  /** Returns this lease with a new holder, which may be the old one in a new term. */
  Lease takeover(String newHolder, Duration newDuration, Instant now) {
    return new Lease(newHolder, newDuration, now, now, transitions + 1, version);
  }

  /**
   * Returns this lease, renewed. The renewal time always increases, even if the clock has not,
   * because other candidates detect a renewal by the change. It increases by a microsecond, the
   * precision in which leases are stored.
   */
  Lease renewal(Instant now) {
    Instant next = now.isAfter(renewed) ? now : renewed.plus(1, ChronoUnit.MICROS);
    return new Lease(holder, duration, acquired, next, transitions, version);
  }

  /** Returns this lease without a holder, free for any candidate. */
  Lease release(Instant now) {
    return new Lease("", Duration.ofSeconds(1), now, now, transitions, version);
  }

  /** Returns this lease without a version, so that the next write creates it again. */
  Lease deleted() {
    return new Lease(holder, duration, acquired, renewed, transitions, ResourceVersion.UNSET);
  }

  /**
   * True if all fields but the version are equal. Of the version it only matters whether it is set:
   * other clients may change the object without changing this record.
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
