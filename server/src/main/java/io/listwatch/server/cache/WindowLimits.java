package io.listwatch.server.cache;

import java.time.Duration;

/**
 * How much history a window keeps.
 *
 * @param maxChanges at most
 * @param minChanges kept however old they are
 * @param age how long changes are kept beyond those: long enough for a watch that was told of its
 *     version by the last bookmark, which is a minute ago unless the server is told otherwise
 */
public record WindowLimits(int maxChanges, int minChanges, Duration age) {
  public static final WindowLimits DEFAULT = new WindowLimits(102_400, 100, Duration.ofSeconds(75));

  public WindowLimits {
    if (minChanges < 1 || maxChanges < minChanges) {
      throw new IllegalArgumentException(
          "minChanges: %d (expected: 1 to %d, the most)".formatted(minChanges, maxChanges));
    }
  }
}
