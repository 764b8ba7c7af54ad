package io.listwatch.objects.schema;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** Spells times as the API does, in UTC: in whole seconds, or in microseconds. */
public final class Times {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'");

  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'");

  /** What the reference takes for no time at all. */
  private static final String NEVER = "0001-01-01T00:00:00";

  private Times() {}

  /** The time in whole seconds. */
  public static String seconds(Instant time) {
    return SECONDS.format(time.atOffset(ZoneOffset.UTC));
  }

  /** The time in microseconds. */
  public static String microseconds(Instant time) {
    return MICROSECONDS.format(time.atOffset(ZoneOffset.UTC));
  }

  /** The time in whole seconds; null if it is no time at all; the text itself if it is none. */
  static @Nullable String seconds(String text) {
    return isPlain(text, 20) && !text.startsWith(NEVER) ? text : spell(text, SECONDS);
  }

  /** The time in microseconds, likewise. */
  static @Nullable String microseconds(String text) {
    return isPlain(text, 27) && text.charAt(19) == '.' && !text.startsWith(NEVER)
        ? text
        : spell(text, MICROSECONDS);
  }

  /** What is wrong with a text that should be a time; null if nothing is. */
  public static @Nullable String problem(String text) {
    return TimeText.problem(text, 0);
  }

  /** Whether it has the length and the ends of its one spelling; that it is a time, others see. */
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
