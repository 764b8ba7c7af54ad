package io.listwatch.objects.protobuf;

/** Reads canonical timestamps, as in {@code 2026-03-01T09:00:02Z}, from their digits. */
final class TimeDigits {
  private static final int DAYS_TO_1970 = 719_468;
  private static final int DAYS_IN_400_YEARS = 146_097;

  private TimeDigits() {}

  /** Parses a time without its zone, and returns the seconds since 1970. */
  static long seconds(byte[] text, int at) {
    check(text[at + 4] == '-' && text[at + 7] == '-' && text[at + 10] == 'T');
    check(text[at + 13] == ':' && text[at + 16] == ':');
    long days = days(number(text, at, 4), number(text, at + 5, 2), number(text, at + 8, 2));
    int hour = number(text, at + 11, 2);
    int minute = number(text, at + 14, 2);
    return ((days * 24 + hour) * 60 + minute) * 60 + number(text, at + 17, 2);
  }

  /** Parses a number with this many digits. */
  static int number(byte[] text, int at, int digits) {
    int value = 0;
    for (int i = at; i < at + digits; i++) {
      int digit = text[i] - '0';
      check(digit >= 0 && digit <= 9);
      value = value * 10 + digit;
    }
    return value;
  }

  /** Counts from March on, so that a leap day is the last day of its year. */
  private static long days(int year, int month, int day) {
    long years = month <= 2 ? year - 1L : year;
    int months = (month + 9) % 12;
    long cycles = Math.floorDiv(years, 400);
    long inCycle = years - cycles * 400;
    long dayOfYear = (153L * months + 2) / 5 + day - 1;
    return cycles * DAYS_IN_400_YEARS
        + inCycle * 365
        + inCycle / 4
        - inCycle / 100
        + dayOfYear
        - DAYS_TO_1970;
  }

  static void check(boolean canonical) {
    if (!canonical) {
      throw NotCanonicalException.ODD;
    }
  }
}
