package io.listwatch.server.cache;

import java.time.Duration;

/**
 * The limits of an event window.
 *
 * @param maxChanges the maximum number of changes
 * @param minChanges the number of changes that are kept regardless of their age
 * @param age the time for which further changes are kept. Must exceed the bookmark interval, one
 *     minute by default, so that a watch can resume from the version of its last bookmark
 */
public record WindowLimits(int maxChanges, int minChanges, Duration age) {
  public static final WindowLimits DEFAULT = new WindowLimits(102_400, 100, Duration.ofSeconds(75));

  public WindowLimits {
    if (minChanges < 1 || maxChanges < minChanges) {
      throw new IllegalArgumentException(
          "minChanges: %d (expected: 1 to %d, maxChanges)".formatted(minChanges, maxChanges));
    }
  }
}
