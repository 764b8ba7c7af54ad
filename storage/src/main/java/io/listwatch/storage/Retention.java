package io.listwatch.storage;

import java.time.Duration;

/**
 * The history that an engine keeps before it compacts by itself. A revision beyond either bound is
 * compacted. The current state is always kept.
 *
 * @param revisions maximum number of past revisions
 * @param age maximum time since a revision was the current one
 */
public record Retention(int revisions, Duration age) {
  public Retention {
    if (revisions < 0) {
      throw new IllegalArgumentException("revisions: " + revisions + " (expected: 0 or more)");
    }
    if (age.isNegative()) {
      throw new IllegalArgumentException("age: " + age + " (expected: zero or more)");
    }
  }

  /**
   * Disables automatic compaction: only {@link Storage#compact} compacts. History then grows
   * without bound.
   */
  public static Retention everything() {
    return new Retention(Integer.MAX_VALUE, Duration.ofSeconds(Long.MAX_VALUE));
  }
}
