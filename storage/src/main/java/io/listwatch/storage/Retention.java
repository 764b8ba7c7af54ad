package io.listwatch.storage;

import java.time.Duration;

/**
 * How much history an engine keeps by itself: what is past either bound is compacted. The current
 * state is always kept.
 *
 * @param revisions how many past revisions at most
 * @param age how long ago they ceased to be the current one at most
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

  /** Nothing is compacted but by {@link Storage#compact}. History then grows without a bound. */
  public static Retention everything() {
    return new Retention(Integer.MAX_VALUE, Duration.ofSeconds(Long.MAX_VALUE));
  }
}
