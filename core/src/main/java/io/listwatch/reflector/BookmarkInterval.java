package io.listwatch.reflector;

import java.time.Duration;

/**
 * The observed interval between bookmarks of a type's watches, and the idle limit derived from it.
 *
 * <p>Threads: written by the reader, read by the timers' thread.
 */
final class BookmarkInterval {
  /**
   * Number of bookmarks on one watch from which on their absence is a failure: a source may send
   * none.
   */
  private static final int ENOUGH = 2;

  /** Number of bookmarks that may be missed. */
  private static final int MISSED = 3;

  private final long shortest;

  private volatile long longestGap;
  private volatile int seen;
  private long last;

  /** A zero {@code idleTimeout} means no idle limit. */
  BookmarkInterval(Duration idleTimeout) {
    this.shortest = idleTimeout.toNanos();
  }

  /**
   * Starts over for a new watch: the time between bookmarks of different watches is not an
   * interval.
   */
  void watchOpened() {
    if (seen < ENOUGH) {
      seen = 0;
    }
    last = 0;
  }

  /** Records a bookmark. Returns true if this bookmark activates the idle limit. */
  boolean bookmark(long now) {
    if (last != 0) {
      longestGap = Math.max(longestGap, now - last);
    }
    last = now == 0 ? 1 : now;
    seen = Math.min(seen + 1, ENOUGH + 1);
    return seen == ENOUGH;
  }

  /** Returns the time for which a watch may be idle, in nanoseconds; 0 for no limit. */
  long limit() {
    return seen < ENOUGH || shortest == 0 ? 0 : Math.max(shortest, MISSED * longestGap);
  }
}
