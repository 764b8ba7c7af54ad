package io.listwatch.bench.load;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Counts the events of several watches, one to a line.
 *
 * <p>Threads: the load's threads count, another thread waits.
 */
final class EventCount {
  private static final long TIMEOUT_SECONDS = 60;

  private final Semaphore watches = new Semaphore(0);
  private final Semaphore events = new Semaphore(0);

  /** Returns a listener for one more watch. */
  ResponseListener listener() {
    return new Lines();
  }

  void awaitWatches(int count) throws InterruptedException {
    await(watches, count, "watches");
  }

  /** Waits for this number of events since the last call. Fails if there are more. */
  void awaitMore(int count) throws InterruptedException {
    await(events, count, "events");
    if (events.availablePermits() > 0) {
      throw new IllegalStateException(events.availablePermits() + " events too many");
    }
  }

  private static void await(Semaphore counted, int count, String what) throws InterruptedException {
    if (!counted.tryAcquire(count, TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          "%d of %d %s".formatted(counted.availablePermits(), count, what));
    }
  }

  private final class Lines implements ResponseListener {
    @Override
    public void headers(int status) {
      if (status == 200) {
        watches.release();
      }
    }

    @Override
    public boolean data(ByteBuf data) {
      int lines = 0;
      for (int i = data.readerIndex(); i < data.writerIndex(); i++) {
        if (data.getByte(i) == '\n') {
          lines++;
        }
      }
      if (lines > 0) {
        events.release(lines);
      }
      return true;
    }

    @Override
    public void end() {}

    @Override
    public void broken(String reason) {}
  }
}
