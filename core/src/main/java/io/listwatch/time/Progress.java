package io.listwatch.time;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Reports the progress of long work: nothing within the first second, then at most once a second,
 * with the share that is done and the estimated time left.
 *
 * <p>Not thread-safe.
 */
public final class Progress {
  private static final long PERIOD_NANOS = Duration.ofSeconds(1).toNanos();
  private static final int UNKNOWN = -1;

  private final String work;
  private final Timers timers;
  private final Consumer<String> listener;
  private final long begin;
  private long lastReport;
  private long total = UNKNOWN;

  /** Starts measuring now. */
  public Progress(String work, Timers timers, Consumer<String> listener) {
    this.work = work;
    this.timers = timers;
    this.listener = listener;
    this.begin = timers.nanoTime();
    this.lastReport = begin;
  }

  /**
   * Reports the progress if the last report is at least a second ago.
   *
   * @param whole the total amount of work; called once, and only when there is something to report,
   *     since it may take a while
   */
  public void reached(long done, LongSupplier whole) {
    long now = timers.nanoTime();
    if (now - lastReport < PERIOD_NANOS) {
      return;
    }
    if (total == UNKNOWN) {
      total = whole.getAsLong();
    }
    lastReport = now;
    listener.accept(line(done, now - begin));
  }

  private String line(long done, long nanos) {
    if (done <= 0 || done >= total) {
      return String.format(Locale.ROOT, "%s: %,d", work, done);
    }
    double share = (double) done / total;
    var left = Duration.ofNanos((long) (nanos / share * (1 - share)));
    return String.format(
        Locale.ROOT,
        "%s: %,d of %,d (%d%%), %s left",
        work,
        done,
        total,
        (int) (100 * share),
        words(left));
  }

  private static String words(Duration time) {
    if (time.toMinutes() < 2) {
      return time.toSeconds() + 1 + " s";
    }
    return time.toHours() < 2 ? time.toMinutes() + " min" : time.toHours() + " h";
  }
}
