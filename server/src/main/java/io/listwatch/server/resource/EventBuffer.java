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
 * Events between the one thread that reads them from storage and the event loop that sends them.
 *
 * <p>The cap is the writer's to keep: it stops when there is no {@linkplain #hasRoom room}, so that
 * what is here is at most the cap and what one step of the writer brings.
 */
final class EventBuffer {
  private static final int MAX_EVENTS = 100;
  private static final long MAX_BYTES = 1L << 20;

  private final Executor loop;
  private final Runnable onReadable;
  private final ConcurrentLinkedQueue<WatchEvent> events = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();

  /** Told once everything before it has been read. */
  private volatile @Nullable ApiException failure;

  /** Whether the reader has found nothing and waits to be woken. */
  private final AtomicBoolean waiting = new AtomicBoolean();

  EventBuffer(Executor loop, Runnable onReadable) {
    this.loop = loop;
    this.onReadable = onReadable;
  }

  boolean hasRoom() {
    return count.get() < MAX_EVENTS && bytes.get() < MAX_BYTES;
  }

  boolean isHalfEmpty() {
    return count.get() <= MAX_EVENTS / 2 && bytes.get() <= MAX_BYTES / 2;
  }

  void put(WatchEvent event) {
    count.incrementAndGet();
    bytes.addAndGet(size(event));
    events.add(event);
  }

  void fail(ApiException reason) {
    failure = reason;
    wakeReader();
  }

  /** The next event; null if there is none, and then the reader will be woken. */
  @Nullable WatchEvent poll() {
    WatchEvent event = take();
    if (event == null) {
      ApiException reason = failure;
      // What was put before the failure must come first.
      event = take();
      if (event == null && reason != null) {
        throw reason;
      }
    }
    if (event == null) {
      waiting.set(true);
      // Again, for what came before the writer could see that somebody waits.
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
      bytes.addAndGet(-size(event));
    }
    return event;
  }

  /** Wakes the reader if it waits, in vain if nothing has come. */
  void wakeReader() {
    if (waiting.compareAndSet(true, false)) {
      try {
        loop.execute(onReadable);
      } catch (RejectedExecutionException stopped) {
        // The loop is no more, and the reader with it.
      }
    }
  }

  private static long size(WatchEvent event) {
    Resource object = event.resource();
    return object == null ? 0 : object.size();
  }
}
