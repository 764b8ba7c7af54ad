package io.listwatch.reflector;

import static org.awaitility.Awaitility.await;

import io.listwatch.model.WatchEvent;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A thread that reads one event from a watch. */
final class Reader {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Thread thread;
  private volatile @Nullable WatchEvent event;
  private volatile @Nullable Exception failure;

  private Reader(Watch watch) {
    thread = new Thread(() -> read(watch), "reader");
    thread.setDaemon(true);
  }

  static Reader of(Watch watch) {
    var reader = new Reader(watch);
    reader.thread.start();
    return reader;
  }

  private void read(Watch watch) {
    try {
      event = watch.next();
    } catch (Exception thrown) {
      failure = thrown;
    }
  }

  void awaitWaiting() {
    await().atMost(PATIENCE).until(() -> waits(thread.getState()));
  }

  private static boolean waits(Thread.State state) {
    return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
  }

  void interrupt() {
    thread.interrupt();
  }

  /** Waits for the event and returns it. */
  @Nullable WatchEvent answer() throws Exception {
    thread.join(PATIENCE.toMillis());
    if (thread.isAlive()) {
      throw new AssertionError("the watch answered nothing");
    }
    if (failure != null) {
      throw failure;
    }
    return event;
  }
}
