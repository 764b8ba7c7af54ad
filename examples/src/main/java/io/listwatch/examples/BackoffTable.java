package io.listwatch.examples;

import io.listwatch.model.ListOptions;
import io.listwatch.model.ResourceList;
import io.listwatch.model.UnavailableException;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.Reflector;
import io.listwatch.reflector.Watch;
import io.listwatch.store.UndeltaStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints the backoff table of note 004: how long a reflector waits between failed attempts. The
 * reflector is a real one, but its clock is moved forward instead of waiting.
 */
final class BackoffTable implements Example {
  /** The waits that the note measured, in seconds, from the second attempt on. */
  private static final List<Double> NOTE =
      List.of(
          1.284, 3.105, 5.331, 9.202, 18.253, 43.223, 31.999, 34.730, 32.941, 39.064, 45.499,
          54.463, 36.463, 41.460);

  @Override
  public void run(Stage stage) {
    var timers = new SkippingTimers();
    List<Duration> waits = waits(timers, NOTE.size());

    stage.say("attempt   waits at least   and less than   waited here    in note 004");
    for (int i = 0; i < NOTE.size(); i++) {
      double least = Math.min(0.8 * Math.pow(2, i), 30);
      stage.say(
          "%7d %14.1f s %13.1f s %11.3f s %11.3f s%s",
          i + 2,
          least,
          2 * least,
          waits.get(i).toNanos() / 1e9,
          NOTE.get(i),
          NOTE.get(i) >= least && NOTE.get(i) < 2 * least ? "" : "  (out of range)");
    }
  }

  /** Runs a reflector that fails until it has waited {@code count} times. */
  private static List<Duration> waits(SkippingTimers timers, int count) {
    var attempts = new ArrayList<Long>();
    var gone =
        new ListerWatcher() {
          @Override
          public ResourceList list(ListOptions options) throws InterruptedException {
            attempts.add(timers.nanoTime());
            if (attempts.size() > count) {
              // An interrupt ends the reflector's thread.
              throw new InterruptedException();
            }
            throw new UnavailableException("the source is unavailable, as the example wants");
          }

          @Override
          public Watch watch(WatchOptions options) {
            throw new UnavailableException("the source is unavailable, as the example wants");
          }

          @Override
          public boolean streamsInitialEvents() {
            return false;
          }
        };
    try (var reflector =
        Reflector.builder(gone, new UndeltaStore(list -> {})).timers(timers).build()) {
      reflector.run();
    }
    boolean asked = Thread.interrupted();
    if (!asked) {
      throw new IllegalStateException("the reflector ended although it was not closed");
    }
    var waits = new ArrayList<Duration>();
    for (int i = 1; i < attempts.size(); i++) {
      waits.add(Duration.ofNanos(attempts.get(i) - attempts.get(i - 1)));
    }
    return waits;
  }
}
