package io.listwatch.objects.schema.cel;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses durations such as {@code 1h30m} or {@code 2 days}. */
final class Durations {
  private static final Pattern PART =
      Pattern.compile("(\\d+(?:\\.\\d*)?|\\.\\d+)(ns|us|µs|μs|ms|s|m|h)");
  private static final Pattern WORDS = Pattern.compile("(\\d+)\\s*([A-Za-zµ]+)");

  private static final Map<String, Long> NANOS =
      Map.ofEntries(
          Map.entry("ns", 1L),
          Map.entry("nano", 1L),
          Map.entry("us", 1_000L),
          Map.entry("µs", 1_000L),
          Map.entry("μs", 1_000L),
          Map.entry("micro", 1_000L),
          Map.entry("ms", 1_000_000L),
          Map.entry("milli", 1_000_000L),
          Map.entry("s", 1_000_000_000L),
          Map.entry("sec", 1_000_000_000L),
          Map.entry("second", 1_000_000_000L),
          Map.entry("m", 60_000_000_000L),
          Map.entry("min", 60_000_000_000L),
          Map.entry("minute", 60_000_000_000L),
          Map.entry("h", 3_600_000_000_000L),
          Map.entry("hr", 3_600_000_000_000L),
          Map.entry("hour", 3_600_000_000_000L),
          Map.entry("d", 86_400_000_000_000L),
          Map.entry("day", 86_400_000_000_000L),
          Map.entry("w", 604_800_000_000_000L),
          Map.entry("wk", 604_800_000_000_000L),
          Map.entry("week", 604_800_000_000_000L));

  /** Longer strings are not durations. */
  private static final int MAX_LENGTH = 64;

  private Durations() {}

  /**
   * Parses a duration without unit words, as {@code duration(...)} does; returns null if it is
   * malformed.
   */
  static @Nullable Duration parseParts(String text) {
    boolean signed = text.startsWith("-") || text.startsWith("+");
    String amount = signed ? text.substring(1) : text;
    try {
      return text.length() > MAX_LENGTH
          ? null
          : amount.equals("0") ? Duration.ZERO : signed(inParts(amount, text), text);
    } catch (RuleFailure e) {
      return null;
    }
  }

  static Duration parse(String text) {
    if (text.length() > MAX_LENGTH) {
      throw invalid(text);
    }
    boolean signed = text.startsWith("-") || text.startsWith("+");
    String amount = signed ? text.substring(1) : text;
    if (amount.equals("0")) {
      return Duration.ZERO;
    }
    BigDecimal nanos = inWords(amount);
    if (nanos == null) {
      nanos = inParts(amount, text);
    }
    return signed(nanos, text);
  }

  private static Duration signed(BigDecimal nanos, String text) {
    try {
      return Duration.ofNanos(
          (text.startsWith("-") ? nanos.negate() : nanos).toBigInteger().longValueExact());
    } catch (ArithmeticException e) {
      throw invalid(text);
    }
  }

  private static BigDecimal inParts(String amount, String text) {
    Matcher part = PART.matcher(amount);
    BigDecimal nanos = BigDecimal.ZERO;
    int end = 0;
    while (part.find() && part.start() == end) {
      end = part.end();
      nanos =
          nanos.add(
              new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(unit(part.group(2)))));
    }
    if (end == 0 || end != amount.length()) {
      throw invalid(text);
    }
    return nanos;
  }

  private static @Nullable BigDecimal inWords(String amount) {
    Matcher words = WORDS.matcher(amount.strip());
    long unit = words.matches() ? unit(words.group(2)) : 0;
    return unit == 0 ? null : new BigDecimal(words.group(1)).multiply(BigDecimal.valueOf(unit));
  }

  private static long unit(String word) {
    String unit = word.toLowerCase(Locale.ROOT);
    Long nanos = NANOS.get(unit);
    if (nanos == null && unit.endsWith("s")) {
      nanos = NANOS.get(unit.substring(0, unit.length() - 1));
    }
    return nanos == null ? 0 : nanos;
  }

  private static RuleFailure invalid(String text) {
    return new RuleFailure("Invalid duration " + text + ": time: invalid duration " + text);
  }
}
