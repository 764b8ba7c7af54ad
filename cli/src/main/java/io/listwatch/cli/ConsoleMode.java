package io.listwatch.cli;

import io.listwatch.console.Console;
import io.listwatch.metrics.Metrics;
import io.listwatch.time.Timers;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The modes of the console: none, one that only shows objects, or one that also changes them. */
enum ConsoleMode {
  OFF,
  READ_ONLY,
  WRITABLE;

  /** Returns the console of a server; null if there is none. */
  @Nullable Console open(boolean faults, Metrics metrics, Timers timers) {
    return this == OFF ? null : new Console(this == WRITABLE, faults, metrics, timers);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Reads the mode of {@code --console}. */
  static final class Converter implements ITypeConverter<ConsoleMode> {
    @Override
    public ConsoleMode convert(String text) {
      return Arrays.stream(values())
          .filter(mode -> mode.toString().equals(text))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "%s (expected: read-only, writable or off)".formatted(text)));
    }
  }
}
