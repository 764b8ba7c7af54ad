package io.listwatch.trace;

import io.listwatch.trace.TraceStep.Part;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Prints each step as one line, as soon as it is made.
 *
 * <p>Thread-safe: lines do not interleave.
 */
public final class TracePrinter implements Consumer<TraceStep> {
  private static final String RESET = "\u001b[0m";
  private static final String FAINT = "\u001b[2m";

  private static final Map<Part, String> COLOURS =
      Map.of(
          Part.LIST, "\u001b[36m",
          Part.WATCH, "\u001b[34m",
          Part.DELTA, "\u001b[33m",
          Part.INDEX, "\u001b[35m",
          Part.HANDLER, "\u001b[32m",
          Part.QUEUE, "\u001b[31m");

  private final PrintStream out;
  private final boolean coloured;

  private TracePrinter(PrintStream out, boolean coloured) {
    this.out = out;
    this.coloured = coloured;
  }

  public static TracePrinter plain(PrintStream out) {
    return new TracePrinter(out, false);
  }

  /** Returns a printer with a colour for each part, in ANSI escape codes. */
  public static TracePrinter coloured(PrintStream out) {
    return new TracePrinter(out, true);
  }

  @Override
  public void accept(TraceStep step) {
    String time = String.format(Locale.ROOT, "%8.3f s", step.after().toNanos() / 1e9);
    String part = "%-7s  %-13s".formatted(step.part().step(), step.part().title());
    String version = step.version().isUnset() ? "" : "  @" + step.version();
    String text = step.who() + ": " + step.what();
    out.println(
        coloured
            ? FAINT
                + time
                + RESET
                + "  "
                + COLOURS.get(step.part())
                + part
                + RESET
                + "  "
                + text
                + FAINT
                + version
                + RESET
            : time + "  " + part + "  " + text + version);
  }
}
