package io.listwatch.reflector;

import io.listwatch.model.ApiException;
import io.listwatch.model.WatchEvent;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A watch for tests, which knows whether its reader has had everything and waits for more.
 *
 * <p>Threads: one feeds it at a time; one reads; any asks, wakes up or closes.
 */
final class FakeWatch implements Watch {
  private static final int BUFFER = 1 << 16;

  private final BufferedWatch events = new BufferedWatch(BUFFER, () -> {});
  private final AtomicLong fed = new AtomicLong();
  private volatile boolean over;
  private volatile boolean woken;

  /** How many events the reader is done with; -1 while it is not waiting. */
  private volatile long handled = -1;

  /** Belongs to the reader. */
  private long taken;

  FakeWatch(WatchEvent... first) {
    for (WatchEvent event : first) {
      put(event);
    }
  }

  /** False if nobody will read it any more. */
  boolean put(WatchEvent event) {
    fed.incrementAndGet();
    try {
      return events.put(event);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  FakeWatch end() {
    over = true;
    events.end();
    return this;
  }

  FakeWatch fail(ApiException cause) {
    over = true;
    events.fail(cause);
    return this;
  }

  /** Whether everything was read and dealt with, and the reader waits for what comes next. */
  boolean readerWaits() {
    return !over && !woken && handled == fed.get();
  }

  @Override
  public @Nullable WatchEvent next() throws InterruptedException {
    handled = taken;
    try {
      WatchEvent event = events.next();
      if (event == null) {
        woken = false;
      } else {
        taken++;
      }
      return event;
    } finally {
      handled = -1;
    }
  }

  @Override
  public boolean ended() {
    return events.ended();
  }

  @Override
  public void wakeUp() {
    woken = true;
    events.wakeUp();
  }

  @Override
  public void close() {
    over = true;
    events.close();
  }
}
