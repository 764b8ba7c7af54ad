package io.listwatch.server.resource;

import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.WatchEvent;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A buffer of events between the thread that reads them from storage and the event loop that sends
 * them.
 *
 * <p>The writer enforces the cap: it stops when the buffer has no {@linkplain #hasRoom room}. So
 * the buffer holds at most the cap plus the events of one step. The {@link EventBudget} counts the
 * bytes of all buffers, also of those with a single event.
 */
final class EventBuffer {
  private static final int MAX_EVENTS = 100;
  private static final long MAX_BYTES = 1L << 20;

  private final Executor loop;
  private final Runnable onReadable;
  private final EventBudget.Share share;
  private final ConcurrentLinkedQueue<WatchEvent> events = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();

  /** Thrown to the reader after it has read all events. */
  private volatile @Nullable ApiException failure;

  /** True if the reader has found nothing and waits to be woken. */
  private final AtomicBoolean waiting = new AtomicBoolean();

  EventBuffer(Executor loop, Runnable onReadable, EventBudget.Share share) {
    this.loop = loop;
    this.onReadable = onReadable;
    this.share = share;
  }

  boolean hasRoom() {
    return count.get() < MAX_EVENTS && bytes.get() < MAX_BYTES;
  }

  boolean isHalfEmpty() {
    return count.get() <= MAX_EVENTS / 2 && bytes.get() <= MAX_BYTES / 2;
  }

  void put(WatchEvent event) {
    count.incrementAndGet();
    long size = size(event);
    bytes.addAndGet(size);
    events.add(event);
    // Last, because it may end this watch, which drops all events.
    share.add(size);
  }

  /**
   * Drops all events. Must be called again once the writer has ended: it may add events until then.
   */
  void clear() {
    while (take() != null) {}
  }

  void fail(ApiException reason) {
    failure = reason;
    wakeReader();
  }

  /** Returns the next event. Returns null if there is none, and then the reader will be woken. */
  @Nullable WatchEvent poll() {
    WatchEvent event = take();
    if (event == null) {
      ApiException reason = failure;
      // Polled again: events that were put before the failure must come first.
      event = take();
      if (event == null && reason != null) {
        throw reason;
      }
    }
    if (event == null) {
      waiting.set(true);
      // Checked again: an event may have come before the writer could see that the reader waits.
      if ((!events.isEmpty() || failure != null) && waiting.compareAndSet(true, false)) {
        return poll();
      }
    }
    return event;
  }

  private @Nullable WatchEvent take() {
    WatchEvent event = events.poll();
    if (event != null) {
      count.decrementAndGet();
      long size = size(event);
      bytes.addAndGet(-size);
      share.remove(size);
    }
    return event;
  }

  /** Wakes the reader if it waits, even if there is nothing to read. */
  void wakeReader() {
    if (waiting.compareAndSet(true, false)) {
      try {
        loop.execute(onReadable);
      } catch (RejectedExecutionException stopped) {
        // The loop has stopped, and the reader with it.
      }
    }
  }

  private static long size(WatchEvent event) {
    Resource object = event.resource();
    Resource previous = event.previous();
    return (object == null ? 0 : object.size()) + (previous == null ? 0L : previous.size());
  }
}
