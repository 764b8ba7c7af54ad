package io.listwatch.reflector;

import java.time.Duration;

/**
 * How often a type's watches have been seen to send bookmarks, and hence how long silence may last.
 *
 * <p>Threads: written by the reader, read by the timers' thread.
 */
final class BookmarkRhythm {
  /** Before two have been seen on one watch, their absence says nothing: a source may send none. */
  private static final int ENOUGH = 2;

  /** How many may be missed. */
  private static final int MISSED = 3;

  private final long shortest;

  private volatile long longestGap;
  private volatile int seen;
  private long last;

  /** With a zero {@code idleTimeout}, silence is never too long. */
  BookmarkRhythm(Duration idleTimeout) {
    this.shortest = idleTimeout.toNanos();
  }

  /** Bookmarks of different watches are no rhythm. */
  void watchOpened() {
    if (seen < ENOUGH) {
      seen = 0;
    }
    last = 0;
  }

  /** Notes a bookmark; answers whether it is the one from which on silence counts. */
  boolean bookmark(long now) {
    if (last != 0) {
      longestGap = Math.max(longestGap, now - last);
    }
    last = now == 0 ? 1 : now;
    seen = Math.min(seen + 1, ENOUGH + 1);
    return seen == ENOUGH;
  }

  /** How long nothing may come, in nanoseconds; 0 for as long as it takes. */
  long limit() {
    return seen < ENOUGH || shortest == 0 ? 0 : Math.max(shortest, MISSED * longestGap);
  }
}
