package io.listwatch.server.http.interference;

import java.util.concurrent.Executor;

/**
 * Controls a watch stream for an {@link Interference}.
 *
 * <p>Thread-safe.
 */
public interface StreamHandle {
  /** Returns the event loop that the stream belongs to. */
  Executor loop();

  /** Makes the stream check again whether it is {@linkplain StreamInterference#stalled stalled}. */
  void wake();

  /** Breaks the connection, or on HTTP/2 the stream, without sending anything. */
  void drop();
}
