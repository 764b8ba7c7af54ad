package io.listwatch.server.http.watch;

import com.linecorp.armeria.common.HttpResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;

/**
 * Where the frames of a watch go, however they travel.
 *
 * <p>Threads: one event loop, except for {@link #gone}.
 */
interface FrameSink {
  /** What the client is answered with. */
  HttpResponse response();

  /** Where the next frame is to be written, up to {@link #endFrame}. */
  OutputStream frame();

  void endFrame();

  /** Adds a whole frame that others are sent as well, and that nobody may write to. */
  default void add(byte[] frame) {
    try (OutputStream out = frame()) {
      out.write(frame);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    endFrame();
  }

  /** Ends a part of a frame, which is then to be sent by itself; the rest follows as a frame. */
  void endPart();

  /** Takes back what has been written of a frame that cannot be finished. */
  void dropFrame();

  /** Whether enough is waiting to be sent. */
  boolean full();

  /** Whether anything is waiting to be sent. */
  boolean pending();

  /** Sends what is waiting, or the most of it that goes at once. */
  void send();

  /** Done, in whatever way, when everything sent so far is consumed. */
  CompletableFuture<Void> consumed();

  /** Sends what is waiting and ends the stream, in the way that says it is whole. */
  void end();

  /** Lets go of what has not been sent. */
  void release();

  /** Done, in whatever way, when nothing sent will arrive any more. */
  CompletableFuture<Void> gone();
}
