package io.listwatch.workloads.cronjob;

import java.util.List;
import java.util.Locale;

/**
 * The values of one field of a schedule, as bits.
 *
 * @param any true if the field is {@code *} or {@code ?}
 */
record CronField(long values, boolean any) {
  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
  private static final List<String> WEEKDAYS =
      List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

  static CronField minutes(String text) {
    return parse(text, 0, 59, List.of());
  }

  static CronField hours(String text) {
    return parse(text, 0, 23, List.of());
  }

  static CronField days(String text) {
    return parse(text, 1, 31, List.of());
  }

  static CronField months(String text) {
    return parse(text, 1, 12, MONTHS);
  }

  static CronField weekdays(String text) {
    return parse(text, 0, 6, WEEKDAYS);
  }

  private static CronField parse(String text, int min, int max, List<String> names) {
    long values = 0;
    boolean any = false;
    for (String part : text.split(",", -1)) {
      String[] rangeAndStep = part.split("/", 2);
      any |= isStar(rangeAndStep[0]) && rangeAndStep.length == 1;
      values |= bits(part, rangeAndStep, min, max, names);
    }
    return new CronField(values, any);
  }

  private static boolean isStar(String range) {
    return range.equals("*") || range.equals("?");
  }

  private static long bits(
      String part, String[] rangeAndStep, int min, int max, List<String> names) {
    String[] range = rangeAndStep[0].split("-", 2);
    boolean star = isStar(rangeAndStep[0]);
    boolean stepped = rangeAndStep.length > 1;
    int first = star ? min : number(range[0], min, names);
    // A single value with a step, such as 10/15, is the start of a range.
    int single = stepped ? max : first;
    int last = star ? max : range.length > 1 ? number(range[1], min, names) : single;
    int step = stepped ? number(rangeAndStep[1], 0, List.of()) : 1;
    if (first < min || last > max || first > last || step < 1) {
      throw new IllegalArgumentException(
          "%s (expected: values from %d to %d)".formatted(part, min, max));
    }
    long bits = 0;
    for (int value = first; value <= last; value += step) {
      bits |= 1L << value;
    }
    return bits;
  }

  private static int number(String text, int min, List<String> names) {
    int name = names.indexOf(text.toLowerCase(Locale.ROOT));
    return name >= 0 ? min + name : Integer.parseInt(text);
  }

  boolean has(int value) {
    return (values & (1L << value)) != 0;
  }
}
