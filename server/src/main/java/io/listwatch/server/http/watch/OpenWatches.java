package io.listwatch.server.http.watch;

import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.model.TooManyRequestsException;
import io.listwatch.server.resource.EventBudget;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The watches that are being served, so that all of them can be ended, and the budget of the bytes
 * that wait for their clients.
 *
 * <p>Thread-safe.
 */
public final class OpenWatches {
  private static final int RETRY_SECONDS = 1;

  private final Set<WatchStream> streams = ConcurrentHashMap.newKeySet();
  private final EventBudget events;
  private volatile boolean closed;

  public OpenWatches(EventBudget events) {
    this.events = events;
  }

  /** Returns the budget of the bytes that wait for the clients of all watches. */
  EventBudget events() {
    return events;
  }

  /**
   * Rejects new watches during the shutdown: some clients treat a watch that ends at once without
   * an event as if its version had expired.
   *
   * @throws TooManyRequestsException during the shutdown
   */
  void checkOpen() {
    if (closed) {
      String message = "the server is shutting down, please try again later";
      throw Status.of(StatusReason.TOO_MANY_REQUESTS, message)
          .withRetryAfter(RETRY_SECONDS)
          .toException();
    }
  }

  void add(WatchStream stream) {
    streams.add(stream);
    // Added before closed is read: close() sets closed before it looks at the streams, so at least
    // one of the two sees the other.
    if (closed) {
      stream.endSoon();
    }
  }

  void remove(WatchStream stream) {
    streams.remove(stream);
  }

  /** Returns a live view of the streams. */
  Set<WatchStream> streams() {
    return Collections.unmodifiableSet(streams);
  }

  public int count() {
    return streams.size();
  }

  /** Ends all watches, including those that are about to start. */
  public void close() {
    closed = true;
    streams.forEach(WatchStream::endSoon);
  }
}
