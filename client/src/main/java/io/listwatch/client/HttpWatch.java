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
 * A {@link Watch} of what a server sends. Its frames are cut and read by the thread that asks for
 * events, so that who does not ask holds up the server and nobody else.
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

  /** How many bytes have come in; tests wait for that. */
  long received() {
    return body.received();
  }

  @Override
  public void wakeUp() {
    body.wakeUp();
  }

  /** Its connection may be dead without anyone having said so: it is not used for another. */
  @Override
  public void abandon() {
    // First, so that who sees that this is closed and opens another finds another connection.
    body.abandon();
    closed = true;
  }

  @Override
  public void close() {
    closed = true;
    response.close();
  }
}
