package io.listwatch.objects.schema.pattern;

import org.jspecify.annotations.Nullable;

/**
 * The numbers of a counted repetition: {@code {min}}, {@code {min,}} or {@code {min,max}}.
 *
 * @param max negative if there is none
 */
record PatternCount(int min, int max) {
  /** Stands for all larger numbers. */
  private static final int HUGE = 100_000_000;

  private static final int NO_LIMIT = -1;
  private static final int NOT_A_NUMBER = -2;

  /**
   * Reads a repetition, whose brace is next. Returns null, and does not move, if it is malformed.
   */
  static @Nullable PatternCount read(PatternText text) {
    int start = text.position();
    text.next();
    int min = readNumber(text);
    int max = min;
    if (text.skip(",")) {
      max = text.peek(0) == '}' ? NO_LIMIT : readNumber(text);
    }
    if (min == NOT_A_NUMBER || max == NOT_A_NUMBER || !text.skip("}")) {
      text.moveTo(start);
      return null;
    }
    return new PatternCount(min, max);
  }

  private static int readNumber(PatternText text) {
    int start = text.position();
    int number = 0;
    while (text.peek(0) >= '0' && text.peek(0) <= '9') {
      number = Math.min(HUGE, number * 10 + text.next() - '0');
    }
    String digits = text.since(start);
    boolean leadingZero = digits.length() > 1 && digits.startsWith("0");
    return digits.isEmpty() || leadingZero ? NOT_A_NUMBER : number;
  }

  boolean isWithin(int limit) {
    return min <= limit && max <= limit && (max < 0 || min <= max);
  }
}
