package io.listwatch.server.http.watch;

import com.linecorp.armeria.common.HttpResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;

/**
 * Sends the frames of a watch over chunked HTTP, HTTP/2 or a WebSocket.
 *
 * <p>Threads: one event loop, except for {@link #gone} and {@link #pack}.
 */
interface FrameSink {
  HttpResponse response();

  /** Returns the stream for the next frame, until {@link #endFrame}. */
  OutputStream frame();

  void endFrame();

  /** Adds a whole frame that other watches share; it must not be modified. */
  default void add(byte[] frame) {
    try (OutputStream out = frame()) {
      out.write(frame);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    endFrame();
  }

  /**
   * Returns the bytes that {@link #addPacked} sends for a long frame: the frame itself, or its
   * compressed form. Any thread may call it.
   */
  default byte[] pack(byte[] frame) {
    return frame;
  }

  /** Adds a whole frame that only this watch sends, and that {@link #pack} has packed. */
  default void addPacked(byte[] frame, byte[] packed) {
    add(frame);
  }

  /** Ends a part of a frame, which is to be sent by itself. The rest follows as another frame. */
  void endPart();

  /** Discards the bytes of a frame that cannot be finished. */
  void dropFrame();

  /** True if there are enough pending bytes for a write. */
  boolean full();

  /** True if there are pending bytes. */
  boolean pending();

  /** Sends the pending bytes, or as many as fit into one write. */
  void send();

  /**
   * Returns the number of bytes that the last write and the pending frames take in memory, without
   * a frame that other watches share.
   */
  long unshared();

  /**
   * Completes, successfully or not, when all bytes sent so far are handed over to the connection,
   * which may still hold the last write.
   */
  CompletableFuture<Void> consumed();

  /**
   * Completes, successfully or not, when the connection has sent all bytes so far. May cost an
   * empty frame on the wire, so it is for long writes.
   */
  default CompletableFuture<Void> sent() {
    return consumed();
  }

  /**
   * Sends the pending bytes and ends the stream cleanly. The stream is {@linkplain #gone} once they
   * are sent.
   */
  void end();

  /** Releases unsent bytes. */
  void release();

  /** Completes, successfully or not, when the client can receive nothing more. */
  CompletableFuture<Void> gone();
}
