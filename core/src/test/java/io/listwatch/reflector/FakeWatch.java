package io.listwatch.reflector;

import io.listwatch.model.ApiException;
import io.listwatch.model.WatchEvent;
import org.jspecify.annotations.Nullable;

/** A watch for tests to fill. One that nobody reads holds up nobody. */
final class FakeWatch implements Watch {
  private static final int BUFFER = 1 << 16;

  private final BufferedWatch events = new BufferedWatch(BUFFER, () -> {});

  FakeWatch(WatchEvent... first) {
    for (WatchEvent event : first) {
      put(event);
    }
  }

  /** False if nobody will read it any more. */
  boolean put(WatchEvent event) {
    try {
      return events.put(event);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  FakeWatch end() {
    events.end();
    return this;
  }

  FakeWatch fail(ApiException cause) {
    events.fail(cause);
    return this;
  }

  /** Whether everything was read and dealt with, and the reader waits for what comes next. */
  boolean readerWaits() {
    return events.readerWaits();
  }

  @Override
  public @Nullable WatchEvent next() throws InterruptedException {
    return events.next();
  }

  @Override
  public boolean ended() {
    return events.ended();
  }

  @Override
  public void wakeUp() {
    events.wakeUp();
  }

  @Override
  public void close() {
    events.close();
  }
}
