package io.listwatch.objects.schema;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * Formats and normalizes timestamps as the API does, in UTC: in whole seconds ({@code Time}) or
 * microseconds ({@code MicroTime}).
 */
public final class Times {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'");

  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'");

  /** Go's zero time, which counts as absent. */
  private static final String NEVER = "0001-01-01T00:00:00";

  private Times() {}

  /** Formats a time in whole seconds. */
  public static String seconds(Instant time) {
    return SECONDS.format(time.atOffset(ZoneOffset.UTC));
  }

  /** Formats a time in microseconds. */
  public static String microseconds(Instant time) {
    return MICROSECONDS.format(time.atOffset(ZoneOffset.UTC));
  }

  /**
   * Normalizes a time to whole seconds. Returns null for Go's zero time, the string itself if it is
   * malformed.
   */
  static @Nullable String seconds(String text) {
    return isPlain(text, 20) && !text.startsWith(NEVER) ? text : spell(text, SECONDS);
  }

  /**
   * Normalizes a time to microseconds. Returns null for Go's zero time, the string itself if it is
   * malformed.
   */
  static @Nullable String microseconds(String text) {
    return isPlain(text, 27) && text.charAt(19) == '.' && !text.startsWith(NEVER)
        ? text
        : spell(text, MICROSECONDS);
  }

  /** Returns the error in a time; null if it is valid. */
  public static @Nullable String problem(String text) {
    return TimeText.problem(text, 0);
  }

  /**
   * True if length and separators are those of the canonical form. Does not check the digits:
   * {@link WrongTypes} does.
   */
  private static boolean isPlain(String text, int length) {
    return text.length() == length && text.charAt(length - 1) == 'Z' && text.charAt(10) == 'T';
  }

  private static @Nullable String spell(String text, DateTimeFormatter formatter) {
    try {
      OffsetDateTime time = OffsetDateTime.parse(text).withOffsetSameInstant(ZoneOffset.UTC);
      String spelled = formatter.format(time);
      return spelled.startsWith(NEVER) ? null : spelled;
    } catch (DateTimeException e) {
      return text;
    }
  }
}
