package io.listwatch.server.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The watches that are being served, so that they can all be ended.
 *
 * <p>Thread-safe.
 */
final class OpenWatches {
  private final Set<WatchStream> streams = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

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
