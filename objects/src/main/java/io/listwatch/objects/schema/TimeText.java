package io.listwatch.objects.schema;

import java.time.DateTimeException;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Finds errors in RFC 3339 times, with Go's messages, which name the part that cannot be parsed.
 */
final class TimeText {
  private static final String ZONE = "Z07:00";

  private final String text;
  private final String layout;
  private int place;

  private TimeText(String text, String layout) {
    this.text = text;
    this.layout = layout;
  }

  /**
   * Returns the error in a time; null if it is valid.
   *
   * @param digits the required number of digits in the fraction of a second; 0 for any number
   */
  static @Nullable String problem(String text, int digits) {
    String fraction = digits == 0 ? "" : "." + "0".repeat(digits);
    return new TimeText(text, "2006-01-02T15:04:05" + fraction + ZONE).problem(digits);
  }

  private @Nullable String problem(int digits) {
    String[] parts = {"2006", "-", "01", "-", "02", "T", "15", ":", "04", ":", "05"};
    for (String part : parts) {
      if (!read(part)) {
        return unread(part);
      }
    }
    if (digits == 0) {
      skipFraction();
    } else if (!readFraction(digits)) {
      return unread("." + "0".repeat(digits));
    }
    if (!readZone()) {
      return unread(ZONE);
    }
    if (place < text.length()) {
      return "parsing time \"%s\": extra text: \"%s\"".formatted(text, text.substring(place));
    }
    return outOfRange();
  }

  private String unread(String part) {
    return "parsing time \"%s\" as \"%s\": cannot parse \"%s\" as \"%s\""
        .formatted(text, layout, text.substring(place), part);
  }

  /** Reads as many digits as the part has, or the separator. */
  private boolean read(String part) {
    if (!Character.isDigit(part.charAt(0))) {
      boolean there = text.startsWith(part, place);
      place += there ? 1 : 0;
      return there;
    }
    return readDigits(part.length());
  }

  private boolean readDigits(int count) {
    if (place + count > text.length()) {
      return false;
    }
    for (int i = place; i < place + count; i++) {
      if (!isDigit(text.charAt(i))) {
        return false;
      }
    }
    place += count;
    return true;
  }

  private void skipFraction() {
    if (place + 1 < text.length()
        && (text.charAt(place) == '.' || text.charAt(place) == ',')
        && isDigit(text.charAt(place + 1))) {
      place++;
      while (place < text.length() && isDigit(text.charAt(place))) {
        place++;
      }
    }
  }

  private boolean readFraction(int digits) {
    int before = place;
    if (read(".") && readDigits(digits)) {
      return true;
    }
    place = before;
    return false;
  }

  private boolean readZone() {
    if (text.startsWith("Z", place)) {
      place++;
      return true;
    }
    int before = place;
    boolean signed = text.startsWith("+", place) || text.startsWith("-", place);
    place += signed ? 1 : 0;
    if (signed && readDigits(2) && read(":") && readDigits(2)) {
      return true;
    }
    place = before;
    return false;
  }

  private @Nullable String outOfRange() {
    int month = number(5);
    String part = "";
    if (month < 1 || month > 12) {
      part = "month";
    } else if (!isDay(number(0, 4), month, number(8))) {
      part = "day";
    } else if (number(11) > 23) {
      part = "hour";
    } else if (number(14) > 59) {
      part = "minute";
    } else if (number(17) > 59) {
      part = "second";
    }
    return part.isEmpty() ? null : "parsing time \"%s\": %s out of range".formatted(text, part);
  }

  private static boolean isDay(int year, int month, int day) {
    try {
      return LocalDate.of(year, month, day).getDayOfMonth() == day;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private int number(int start) {
    return number(start, 2);
  }

  private int number(int start, int digits) {
    return Integer.parseInt(text, start, start + digits, 10);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
