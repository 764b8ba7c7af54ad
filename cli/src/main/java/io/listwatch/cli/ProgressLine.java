package io.listwatch.cli;

import io.listwatch.storage.sqlite.ProgressListener;
import io.listwatch.time.Progress;
import io.listwatch.time.Timers;
import java.io.PrintWriter;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Prints the progress of a command: on a terminal one line that is overwritten, elsewhere one line
 * for each report. The launcher detects the terminal.
 */
final class ProgressLine implements Consumer<String>, AutoCloseable {
  private static final String TERMINAL = "listwatch.terminal";
  private static final String BACK = "\r";
  private static final String CLEAR = "\u001b[K";
  private static final long MIB = 1 << 20;

  private final PrintWriter out;
  private final boolean terminal = Boolean.getBoolean(TERMINAL);
  private boolean written;

  ProgressLine(PrintWriter out) {
    this.out = out;
  }

  /** Returns the progress of a task that counts items. */
  ProgressListener of(String work, Timers timers) {
    return new Count(work, timers, 1);
  }

  /** Returns the progress of a task that counts bytes. */
  ProgressListener ofBytes(String work, Timers timers) {
    return new Count(work + ", in MiB", timers, MIB);
  }

  @Override
  public void accept(String line) {
    if (terminal) {
      out.print(BACK + line + CLEAR);
    } else {
      out.println(line);
    }
    out.flush();
    written = true;
  }

  /** Clears the line for the output that follows. */
  @Override
  public void close() {
    if (written && terminal) {
      out.print(BACK + CLEAR);
      out.flush();
    }
  }

  /** Measures time from the first report, because the task starts after earlier ones. */
  private final class Count implements ProgressListener {
    private final String work;
    private final Timers timers;
    private final long unit;
    private @Nullable Progress progress;

    Count(String work, Timers timers, long unit) {
      this.work = work;
      this.timers = timers;
      this.unit = unit;
    }

    @Override
    public void reached(long done, long total) {
      if (progress == null) {
        progress = new Progress(work, timers, ProgressLine.this);
      }
      progress.reached(done / unit, () -> total / unit);
    }
  }
}
