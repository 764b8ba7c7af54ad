package io.listwatch.objects.kinds.validation;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Parses cron schedules: {@code 0 3 * * mon-fri}, {@code @daily}, {@code @every 1h30m}. Errors have
 * the wording of the Go parser that kube-apiserver uses.
 */
final class CronSchedule {
  private static final int FIELDS = 5;
  private static final int MAX_DURATION = 100;

  private static final Set<String> NAMED =
      Set.of("@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly");

  /** Zones of the IANA database that Java has only as fixed offsets. */
  private static final Set<String> ABBREVIATIONS = Set.of("EST", "HST", "MST");

  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
  private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

  private static final List<Bounds> BOUNDS =
      List.of(
          new Bounds(0, 59, List.of()),
          new Bounds(0, 23, List.of()),
          new Bounds(1, 31, List.of()),
          new Bounds(1, 12, MONTHS),
          new Bounds(0, 6, DAYS));

  private CronSchedule() {}

  /** Returns the error in a schedule; empty if it is valid. */
  static String fault(String text) {
    try {
      parse(text);
      return "";
    } catch (Fault e) {
      return e.words;
    }
  }

  private static void parse(String text) throws Fault {
    String schedule = text;
    if (text.startsWith("TZ=") || text.startsWith("CRON_TZ=")) {
      int space = text.indexOf(' ');
      if (space < 0) {
        throw new Fault("unable to parse schedule");
      }
      String zone = text.substring(text.indexOf('=') + 1, space);
      if (!isZone(zone)) {
        throw new Fault("provided bad location " + zone + ": unknown time zone " + zone);
      }
      schedule = text.substring(space).strip();
    }
    if (schedule.startsWith("@")) {
      parseDescriptor(schedule);
      return;
    }
    List<String> fields = schedule.isBlank() ? List.of() : List.of(schedule.strip().split("\\s+"));
    if (fields.size() != FIELDS) {
      throw new Fault(
          "expected exactly 5 fields, found "
              + fields.size()
              + ": ["
              + String.join(" ", fields)
              + "]");
    }
    for (int i = 0; i < FIELDS; i++) {
      for (String range : fields.get(i).split(",", -1)) {
        if (!range.isEmpty()) {
          parseRange(range, BOUNDS.get(i));
        }
      }
    }
  }

  private static void parseDescriptor(String descriptor) throws Fault {
    if (NAMED.contains(descriptor)) {
      return;
    }
    if (!descriptor.startsWith("@every ")) {
      throw new Fault("unrecognized descriptor: " + descriptor);
    }
    String duration = descriptor.substring("@every ".length());
    // The length is bounded because the regular expression recurses on its input, which is
    // untrusted.
    boolean readable = duration.length() <= MAX_DURATION;
    if (!duration.equals("0")
        && !(readable
            && duration.matches("[-+]?(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))++"))) {
      throw new Fault(
          "failed to parse duration "
              + descriptor
              + ": time: invalid duration \""
              + duration
              + "\"");
    }
  }

  private static void parseRange(String text, Bounds bounds) throws Fault {
    String[] rangeAndStep = text.split("/", -1);
    String[] ends = rangeAndStep[0].split("-", -1);
    long start = bounds.min();
    long end = bounds.max();
    if (!ends[0].equals("*") && !ends[0].equals("?")) {
      start = number(ends[0], bounds.names(), bounds.min());
      if (ends.length > 2) {
        throw new Fault("too many hyphens: " + text);
      }
      end = ends.length == 2 ? number(ends[1], bounds.names(), bounds.min()) : start;
    }
    long step = 1;
    if (rangeAndStep.length > 2) {
      throw new Fault("too many slashes: " + text);
    }
    if (rangeAndStep.length == 2) {
      step = number(rangeAndStep[1], List.of(), 0);
      end = ends.length == 1 ? bounds.max() : end;
    }
    checkRange(start, end, step, bounds, text);
  }

  private static void checkRange(long start, long end, long step, Bounds bounds, String text)
      throws Fault {
    if (start < bounds.min()) {
      throw new Fault(
          "beginning of range (%d) below minimum (%d): %s".formatted(start, bounds.min(), text));
    }
    if (end > bounds.max()) {
      throw new Fault(
          "end of range (%d) above maximum (%d): %s".formatted(end, bounds.max(), text));
    }
    if (start > end) {
      throw new Fault(
          "beginning of range (%d) beyond end of range (%d): %s".formatted(start, end, text));
    }
    if (step == 0) {
      throw new Fault("step of range should be a positive number: " + text);
    }
  }

  private static long number(String text, List<String> names, int first) throws Fault {
    int named = names.indexOf(text.toLowerCase(Locale.ROOT));
    if (named >= 0) {
      return named + (long) first;
    }
    String digits = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
    boolean numeric = TextForm.consistsOf(digits, TextForm::isDigit);
    if (!numeric || digits.length() > 18) {
      throw new Fault(
          "failed to parse int from %s: strconv.Atoi: parsing \"%s\": %s"
              .formatted(text, text, numeric ? "value out of range" : "invalid syntax"));
    }
    long number = Long.parseLong(text);
    if (number < 0) {
      throw new Fault("negative number (%d) not allowed: %s".formatted(number, text));
    }
    return number;
  }

  /** True if the IANA database has a time zone of that name. */
  static boolean isZone(String name) {
    if (name.equals("UTC") || name.equals("Local")) {
      return true;
    }
    try {
      return ABBREVIATIONS.contains(name) || !(ZoneId.of(name) instanceof ZoneOffset);
    } catch (DateTimeException e) {
      return false;
    }
  }

  /**
   * The smallest and the largest value of a field, and the names of its values from the smallest
   * on.
   */
  private record Bounds(int min, int max, List<String> names) {}

  private static final class Fault extends Exception {
    private static final long serialVersionUID = 1;

    private final String words;

    Fault(String words) {
      super(words);
      this.words = words;
    }
  }
}
