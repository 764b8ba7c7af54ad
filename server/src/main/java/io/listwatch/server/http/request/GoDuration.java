package io.listwatch.server.http.request;

import io.listwatch.selector.Quotation;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses and prints Go durations, such as {@code 1m30s}. */
public final class GoDuration {
  private static final String NUMBER = "(\\d+\\.?\\d*|\\.\\d+)";
  private static final Pattern PART = Pattern.compile(NUMBER + "(ns|us|µs|ms|s|m|h)");

  /** A valid prefix, a number, and an invalid unit. */
  private static final Pattern BROKEN =
      Pattern.compile("[-+]?(?:" + PART + "(?=[\\d.]))*" + NUMBER + "([^\\d.]*).*");

  private static final Map<String, Long> NANOS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "µs", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "h", 3_600_000_000_000L);

  private static final int MAX_LENGTH = 64;

  private GoDuration() {}

  /** Returns Go's error message for an invalid duration. */
  static String problem(String text) {
    Matcher broken = BROKEN.matcher(text);
    String quoted = Quotation.of(text);
    if (text.length() > MAX_LENGTH || !broken.matches()) {
      return "invalid duration " + quoted;
    }
    String unit = broken.group(4);
    if (unit.isEmpty()) {
      return "missing unit in duration " + quoted;
    }
    return NANOS.containsKey(unit)
        ? "invalid duration " + quoted
        : "unknown unit %s in duration %s".formatted(Quotation.of(unit), quoted);
  }

  /** Returns empty if it is invalid or longer than about 290 years, Go's maximum. */
  public static Optional<Duration> parse(String text) {
    boolean negative = text.startsWith("-");
    String digits = negative || text.startsWith("+") ? text.substring(1) : text;
    if (digits.equals("0")) {
      return Optional.of(Duration.ZERO);
    }
    if (digits.isEmpty() || digits.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    BigDecimal nanos = BigDecimal.ZERO;
    Matcher part = PART.matcher(digits);
    int at = 0;
    while (at < digits.length()) {
      if (!part.find(at) || part.start() != at) {
        return Optional.empty();
      }
      long unit = NANOS.getOrDefault(part.group(2), 0L);
      nanos = nanos.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(unit)));
      at = part.end();
    }
    if (nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      return Optional.empty();
    }
    return Optional.of(Duration.ofNanos(negative ? -nanos.longValue() : nanos.longValue()));
  }

  /** Prints a duration of less than a minute, such as {@code 7.5ms}. */
  public static String text(Duration duration) {
    for (String unit : List.of("s", "ms", "µs")) {
      long nanos = NANOS.getOrDefault(unit, 1L);
      if (duration.toNanos() >= nanos) {
        var number = BigDecimal.valueOf(duration.toNanos()).divide(BigDecimal.valueOf(nanos));
        return number.stripTrailingZeros().toPlainString() + unit;
      }
    }
    return duration.isZero() ? "0s" : duration.toNanos() + "ns";
  }
}
