package io.listwatch.reflector;

import io.listwatch.model.ApiException;
import io.listwatch.model.WatchEvent;
import org.jspecify.annotations.Nullable;

/** A watch that tests fill. Adding events never blocks, even if they are not read. */
final class FakeWatch implements Watch {
  private static final int BUFFER = 1 << 16;

  private final BufferedWatch events = new BufferedWatch(BUFFER, () -> {});

  FakeWatch(WatchEvent... first) {
    for (WatchEvent event : first) {
      put(event);
    }
  }

  /** Adds an event. Returns false if the watch is closed. */
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

  /** True if everything was read and processed, and the reader waits for the next event. */
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
