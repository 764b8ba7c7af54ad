package io.listwatch.cli;

import io.listwatch.objects.schema.cel.Durations;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations as kube-apiserver's flags have them, such as {@code 1h30m} or {@code 10s}. */
final class GoDurations implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    Duration duration = Durations.parseParts(text);
    if (duration == null) {
      throw new TypeConversionException(text + " (expected: such as 1h30m or 10s)");
    }
    return duration;
  }
}
