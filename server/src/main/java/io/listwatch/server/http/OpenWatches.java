package io.listwatch.server.http;

import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The watches that are being served, so that they can all be ended.
 *
 * <p>Thread-safe.
 */
final class OpenWatches {
  private static final int RETRY_SECONDS = 1;

  private final Set<WatchStream> streams = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * Refuses a watch that would be ended at once, while the server closes: whoever opens it shall
   * wait a moment, and not take the end for a reason to list everything again.
   */
  void requireOpen() {
    if (closed) {
      throw new Status(
              503,
              StatusReason.SERVICE_UNAVAILABLE.word(),
              "the server is shutting down",
              new Status.Details("", "", "", "", List.of(), RETRY_SECONDS))
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

  int count() {
    return streams.size();
  }

  /** Ends all watches, those that are still to come included. */
  void close() {
    closed = true;
    streams.forEach(WatchStream::endSoon);
  }
}
