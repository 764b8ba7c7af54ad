package io.listwatch.bench.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Counts and checks the events that watchers receive: each watcher must see the sequence numbers of
 * all updates in order.
 *
 * <p>Threads: the load's thread counts. The thread that sends updates records the time before it
 * sends.
 */
final class Deliveries {
  private final CountDownLatch watching;
  private final AtomicLong received = new AtomicLong();
  private final AtomicReference<@Nullable String> wrong = new AtomicReference<>();
  private final long[] sentAt;

  private final LatencyHistogram latencies = new LatencyHistogram();
  private final long warmUp;

  /**
   * @param warmUp number of first updates whose latency does not count
   */
  Deliveries(int watchers, int updates, int warmUp) {
    this.watching = new CountDownLatch(watchers);
    this.warmUp = warmUp;
    this.sentAt = new long[updates + 1];
  }

  ResponseListener watcher() {
    return new Watcher();
  }

  /** Waits until every watcher has its response headers. */
  void awaitWatching() throws InterruptedException {
    watching.await();
    check();
  }

  void sending(int sequence) {
    sentAt[sequence] = System.nanoTime();
  }

  /** Waits until all watchers together have received {@code count} events. */
  void await(long count) throws InterruptedException {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (received.get() < count) {
      check();
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "received: %d (expected: %d)".formatted(received.get(), count));
      }
      Thread.sleep(1);
    }
    check();
  }

  private void check() {
    String reason = wrong.get();
    if (reason != null) {
      throw new IllegalStateException(reason);
    }
  }

  double percentileMillis(double part) {
    return latencies.millis(part);
  }

  private final class Watcher implements ResponseListener {
    private final ByteBuf cut = Unpooled.buffer(0);
    private long last;
    private long lastVersion;
    private int digits;

    @Override
    public void headers(int status) {
      if (status != 200) {
        broken("status " + status);
      }
      watching.countDown();
    }

    @Override
    public boolean data(ByteBuf data) {
      if (cut.isReadable()) {
        cut.writeBytes(data);
        read(cut);
        cut.discardReadBytes();
      } else {
        read(data);
        cut.clear().writeBytes(data);
      }
      return true;
    }

    /** Consumes the complete events and leaves an incomplete one in the buffer. */
    private void read(ByteBuf frames) {
      for (int length = frames.bytesBefore((byte) '\n');
          length >= 0;
          length = frames.bytesBefore((byte) '\n')) {
        int start = frames.readerIndex();
        if (DeltaFrame.is(frames, start, length)) {
          receivedDelta(DeltaFrame.version(frames, start, length));
        } else {
          digits = ConfigMaps.findSequence(frames, start, start + length, digits);
          received(ConfigMaps.sequence(frames, start + digits));
        }
        frames.skipBytes(length + 1);
      }
    }

    /**
     * Receives a delta, which contains only the changed digits of the sequence number; checks that
     * the version grows.
     */
    private void receivedDelta(long version) {
      if (version <= lastVersion) {
        broken("version: %d (expected: more than %d)".formatted(version, lastVersion));
      }
      lastVersion = version;
      received(last + 1);
    }

    private void received(long sequence) {
      if (sequence != last + 1) {
        broken("received: %d after %d (expected: each in order)".formatted(sequence, last));
        return;
      }
      last = sequence;
      if (sequence > warmUp) {
        latencies.add(System.nanoTime() - sentAt[(int) sequence]);
      }
      received.incrementAndGet();
    }

    @Override
    public void end() {
      broken("a watch ended");
    }

    @Override
    public void broken(String reason) {
      wrong.compareAndSet(null, reason);
      watching.countDown();
    }
  }
}
