package io.listwatch.client;

import io.listwatch.client.http.ApiResponse;
import io.listwatch.client.http.ResponseBody;
import io.listwatch.client.stream.WatchFrames;
import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceReader;
import io.listwatch.model.UnavailableException;
import io.listwatch.model.WatchEvent;
import io.listwatch.reflector.Watch;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Watch} over an HTTP response. The thread that reads events also splits and parses the
 * frames, so a slow reader slows down only its own stream.
 */
final class HttpWatch implements Watch {
  private final ApiResponse response;
  private final ResponseBody body;
  private final WatchFrames frames = new WatchFrames();

  private volatile boolean closed;

  HttpWatch(ApiResponse response) {
    this.response = response;
    this.body = response.body();
  }

  @Override
  public @Nullable WatchEvent next() throws InterruptedException {
    try {
      byte[] frame = nextFrame();
      return frame == null ? null : ResourceReader.PLAIN.event(frame, 0, frame.length);
    } catch (ApiException failure) {
      close();
      throw failure;
    }
  }

  private byte @Nullable [] nextFrame() throws InterruptedException {
    while (!closed) {
      byte[] frame = frames.next();
      if (frame != null) {
        return frame;
      }
      ByteBuffer piece = body.next();
      if (piece == null) {
        requireWhole();
        return null;
      }
      frames.add(piece);
    }
    return null;
  }

  private void requireWhole() {
    if (!closed && body.ended() && frames.incomplete()) {
      throw new UnavailableException("the stream ended in the middle of an event");
    }
  }

  @Override
  public boolean ended() {
    return closed || (body.ended() && frames.usedUp() && !frames.incomplete());
  }

  /** Number of bytes received; for tests. */
  long received() {
    return body.received();
  }

  @Override
  public void wakeUp() {
    body.wakeUp();
  }

  /** Closes the watch and stops using its connection, which may be dead without an error. */
  @Override
  public void abandon() {
    // First, so that a caller that sees this as closed and opens another watch gets another
    // connection.
    body.abandon();
    closed = true;
  }

  @Override
  public void close() {
    closed = true;
    response.close();
  }
}
