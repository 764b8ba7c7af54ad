package io.listwatch.server.http.interference;

import java.util.concurrent.Executor;

/**
 * What an {@link Interference} can do to a stream from outside.
 *
 * <p>Thread-safe.
 */
public interface StreamHandle {
  /** The event loop that the stream belongs to. */
  Executor loop();

  /** Looks again whether it is {@linkplain StreamInterference#stalled stalled}. */
  void wake();

  /** Breaks the connection, or on HTTP/2 the stream, without another word. */
  void drop();
}
