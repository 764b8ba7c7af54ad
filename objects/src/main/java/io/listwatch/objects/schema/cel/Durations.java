package io.listwatch.objects.schema.cel;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses durations such as {@code 1h30m} or {@code 2 days}. */
public final class Durations {
  private static final Pattern PART =
      Pattern.compile("(\\d+(?:\\.\\d*)?|\\.\\d+)(ns|us|µs|μs|ms|s|m|h)");
  private static final Pattern AMOUNT = Pattern.compile("(\\d+)\\s*([A-Za-zµ]+)");

  private static final Map<String, Long> UNITS =
      Map.ofEntries(
          Map.entry("ns", 1L),
          Map.entry("us", 1_000L),
          Map.entry("µs", 1_000L),
          Map.entry("μs", 1_000L),
          Map.entry("ms", 1_000_000L),
          Map.entry("s", 1_000_000_000L),
          Map.entry("m", 60_000_000_000L),
          Map.entry("h", 3_600_000_000_000L),
          Map.entry("hr", 3_600_000_000_000L),
          Map.entry("d", 86_400_000_000_000L),
          Map.entry("w", 604_800_000_000_000L),
          Map.entry("wk", 604_800_000_000_000L));

  /** The beginnings of unit words, such as {@code minutes}. */
  private static final Map<String, Long> WORDS =
      Map.of(
          "nano", 1L,
          "micro", 1_000L,
          "milli", 1_000_000L,
          "sec", 1_000_000_000L,
          "min", 60_000_000_000L,
          "hour", 3_600_000_000_000L,
          "day", 86_400_000_000_000L,
          "week", 604_800_000_000_000L);

  /** Longer strings are not durations. */
  private static final int MAX_LENGTH = 64;

  private Durations() {}

  /** Parses a duration with or without unit words, as the format {@code duration} does. */
  static Duration parse(String text) {
    Duration duration = parseParts(text);
    if (duration == null) {
      duration = parseWords(text);
    }
    if (duration == null) {
      throw new RuleFailure(
          "Invalid duration " + text + ": unable to parse " + text + " as duration");
    }
    return duration;
  }

  /**
   * Parses a duration without unit words, as Go and {@code duration(...)} do; returns null if it is
   * malformed.
   */
  public static @Nullable Duration parseParts(String text) {
    if (text.length() > MAX_LENGTH) {
      return null;
    }
    boolean signed = text.startsWith("-") || text.startsWith("+");
    String amount = signed ? text.substring(1) : text;
    if (amount.equals("0")) {
      return Duration.ZERO;
    }
    BigDecimal nanos = sumParts(amount);
    return nanos == null ? null : ofNanos(text.startsWith("-") ? nanos.negate() : nanos);
  }

  private static @Nullable BigDecimal sumParts(String amount) {
    Matcher part = PART.matcher(amount);
    BigDecimal nanos = BigDecimal.ZERO;
    int end = 0;
    while (part.find() && part.start() == end) {
      end = part.end();
      nanos = nanos.add(times(part.group(1), unit(part.group(2))));
    }
    return end == 0 || end != amount.length() ? null : nanos;
  }

  /** Adds up all numbers with a known unit, like kube-apiserver; returns null if there are none. */
  private static @Nullable Duration parseWords(String text) {
    if (text.length() > MAX_LENGTH) {
      return null;
    }
    BigDecimal nanos = null;
    Matcher amount = AMOUNT.matcher(text);
    while (amount.find()) {
      long unit = unit(amount.group(2).toLowerCase(Locale.ROOT));
      if (unit > 0) {
        BigDecimal more = times(amount.group(1), unit);
        nanos = nanos == null ? more : nanos.add(more);
      }
    }
    return nanos == null ? null : ofNanos(nanos);
  }

  private static BigDecimal times(String number, long unit) {
    return new BigDecimal(number).multiply(BigDecimal.valueOf(unit));
  }

  /** Returns the nanoseconds of a unit; 0 if it is unknown. */
  private static long unit(String word) {
    Long nanos = UNITS.get(word);
    if (nanos != null) {
      return nanos;
    }
    for (Map.Entry<String, Long> beginning : WORDS.entrySet()) {
      if (word.startsWith(beginning.getKey())) {
        return beginning.getValue();
      }
    }
    return 0;
  }

  /** Returns null if the duration is too long for 64 bits. */
  private static @Nullable Duration ofNanos(BigDecimal nanos) {
    try {
      return Duration.ofNanos(nanos.toBigInteger().longValueExact());
    } catch (ArithmeticException e) {
      return null;
    }
  }
}
