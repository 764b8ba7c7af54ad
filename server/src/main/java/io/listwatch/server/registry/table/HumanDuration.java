package io.listwatch.server.registry.table;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Formats durations as kubectl does, with one or two units: 45s, 3m12s, 5h, 8d, 2y3d. */
final class HumanDuration {
  static final String UNKNOWN = "<unknown>";
  static final String INVALID = "<invalid>";

  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final long YEAR = 365 * DAY;

  private HumanDuration() {}

  /**
   * Returns the time since an RFC 3339 timestamp; {@link #UNKNOWN} if it is missing or malformed.
   */
  static String since(@Nullable String time, Instant now) {
    Instant parsed = instant(time);
    return parsed == null ? UNKNOWN : format(Duration.between(parsed, now));
  }

  /** Parses a timestamp; null if it is missing or malformed. */
  static @Nullable Instant instant(@Nullable String time) {
    if (time == null || time.isEmpty()) {
      return null;
    }
    try {
      return Instant.parse(time);
    } catch (DateTimeException notSpelledAsTime) {
      return null;
    }
  }

  /**
   * Formats a duration. Because clocks differ, a time less than two seconds in the future counts as
   * now.
   */
  static String format(Duration duration) {
    long seconds = duration.toMillis() / 1000;
    if (seconds < -1) {
      return INVALID;
    }
    if (seconds < 2 * MINUTE) {
      return Math.max(seconds, 0) + "s";
    }
    if (seconds < 10 * MINUTE) {
      return two(seconds, MINUTE, "m", 1, "s");
    }
    if (seconds < 3 * HOUR) {
      return seconds / MINUTE + "m";
    }
    if (seconds < 8 * HOUR) {
      return two(seconds, HOUR, "h", MINUTE, "m");
    }
    if (seconds < 2 * DAY) {
      return seconds / HOUR + "h";
    }
    if (seconds < 8 * DAY) {
      return two(seconds, DAY, "d", HOUR, "h");
    }
    if (seconds < 2 * YEAR) {
      return seconds / DAY + "d";
    }
    return seconds < 8 * YEAR ? two(seconds, YEAR, "y", DAY, "d") : seconds / YEAR + "y";
  }

  private static String two(long seconds, long large, String ofLarge, long small, String ofSmall) {
    long rest = seconds % large / small;
    return seconds / large + ofLarge + (rest == 0 ? "" : rest + ofSmall);
  }
}
