package io.listwatch.client.http;

import io.listwatch.model.ApiException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a body, piece by piece as they arrive. One thread reads; any thread may close.
 * Internal: for lists and watches.
 */
public interface Pieces extends AutoCloseable {
  /**
   * Blocks until the next piece arrives. It is valid until the next call.
   *
   * @return null if there is none because {@link ResponseBody#wakeUp} was called or everything was
   *     read
   * @throws ApiException if the stream broke, was silent for too long, or cannot be decompressed
   */
  @Nullable ByteBuffer next() throws InterruptedException;

  /** True if everything was read and no more data will come. */
  boolean ended();

  /** Closes the stream and drops unread data. */
  @Override
  void close();
}
