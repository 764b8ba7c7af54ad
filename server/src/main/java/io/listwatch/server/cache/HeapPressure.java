package io.listwatch.server.cache;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether the heap leaves no room for the watch caches, whatever fills it. The budgets of the
 * server add up to more than the heap, because they are never all in use; this is for the time when
 * they are.
 *
 * <p>Three things prevent flapping: the tenth of the old generation between dropping a cache and
 * its return; a pause after each drop, in which a collector that works in steps can free the cache;
 * and that the bytes of a dropped cache count as free at once, because the next collection may be
 * long to come.
 *
 * <p>Threads: the lock of the {@link CacheMemory} guards all fields that are not volatile.
 */
final class HeapPressure {
  /** Above this part of the old generation, a cache is dropped. */
  private static final int HIGH_PERCENT = 85;

  /** Up to this part of the old generation, a cache may return. */
  private static final int LOW_PERCENT = 75;

  /** Minimum time between two drops. */
  static final Duration PAUSE = Duration.ofSeconds(30);

  /** Reading takes some microseconds, so not every change of an object does it. */
  static final Duration READ_INTERVAL = Duration.ofSeconds(1);

  /** If there was no collection for this long, the old generation is not full. */
  static final Duration EXPIRY = Duration.ofMinutes(10);

  private final Supplier<OldGeneration> gauge;

  /** Null before the first reading. Written by any thread; one of two readings may be lost. */
  private volatile @Nullable Reading last;

  /** The use at the last drop, by which a later reading of the same collection is recognized. */
  private long usedAtDrop = -1;

  /** The bytes of the caches that were dropped since that collection. */
  private long dropped;

  private long droppedAt;

  HeapPressure(Supplier<OldGeneration> gauge) {
    this.gauge = gauge;
  }

  /** Reads the gauge, unless it was read within the last second. Called without the lock. */
  void update(long now) {
    Reading before = last;
    if (before == null) {
      last = new Reading(gauge.get(), now, now);
    } else if (now - before.at >= READ_INTERVAL.toNanos()) {
      OldGeneration value = gauge.get();
      last = new Reading(value, now, value.equals(before.value) ? before.since : now);
    }
  }

  private OldGeneration current(long now) {
    Reading reading = last;
    return reading == null || now - reading.since > EXPIRY.toNanos()
        ? OldGeneration.EMPTY
        : reading.value;
  }

  /** Returns true if a cache has to be dropped. */
  boolean high(long now) {
    boolean pausing = usedAtDrop >= 0 && now - droppedAt < PAUSE.toNanos();
    OldGeneration reading = current(now);
    return !pausing && live(reading) > part(reading, HIGH_PERCENT);
  }

  /** Records that a cache of this size was dropped. */
  void dropped(long bytes, long now) {
    long used = current(now).used();
    dropped = used == usedAtDrop ? dropped + bytes : bytes;
    usedAtDrop = used;
    droppedAt = now;
  }

  /** Returns true if there is room for a cache of this size. */
  boolean admits(long bytes, long now) {
    OldGeneration reading = current(now);
    return live(reading) + bytes <= part(reading, LOW_PERCENT);
  }

  /** Returns the use without the caches that were dropped since the collection. */
  private long live(OldGeneration reading) {
    return reading.used() - (reading.used() == usedAtDrop ? dropped : 0);
  }

  private static long part(OldGeneration reading, int percent) {
    return reading.max() / 100 * percent;
  }

  /**
   * One reading of the gauge.
   *
   * @param since the time of the first reading that was the same
   */
  private record Reading(OldGeneration value, long at, long since) {}
}
