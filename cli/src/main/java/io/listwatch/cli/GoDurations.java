package io.listwatch.cli;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations as kube-apiserver's flags have them, such as {@code 1h30m} or {@code 10s}. */
final class GoDurations implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    try {
      return text.equals("0")
          ? Duration.ZERO
          : Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
    } catch (DateTimeParseException malformed) {
      throw new TypeConversionException(text + " (expected: such as 1h30m or 10s)");
    }
  }
}
