package io.listwatch.time;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Says how far a long piece of work has come: nothing within its first second, then at most once a
 * second, with the share that is done and the time that is left if it goes on as it did.
 *
 * <p>Threads: one at a time.
 */
public final class Progress {
  private static final long PERIOD_NANOS = Duration.ofSeconds(1).toNanos();
  private static final int UNKNOWN = -1;

  private final String work;
  private final Timers timers;
  private final Consumer<String> listener;
  private final long begin;
  private long said;
  private long total = UNKNOWN;

  /** Begins now. */
  public Progress(String work, Timers timers, Consumer<String> listener) {
    this.work = work;
    this.timers = timers;
    this.listener = listener;
    this.begin = timers.nanoTime();
    this.said = begin;
  }

  /**
   * Says so if it is time to.
   *
   * @param whole how much there is to do; asked once and only if something is to be said, since it
   *     may take a while to find out
   */
  public void reached(long done, LongSupplier whole) {
    long now = timers.nanoTime();
    if (now - said < PERIOD_NANOS) {
      return;
    }
    if (total == UNKNOWN) {
      total = whole.getAsLong();
    }
    said = now;
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
