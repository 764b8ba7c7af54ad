package io.listwatch.client;

import io.listwatch.client.http.ApiResponse;
import io.listwatch.client.http.Pieces;
import io.listwatch.client.http.ResponseBody;
import io.listwatch.client.stream.WatchFrames;
import io.listwatch.model.ApiException;
import io.listwatch.model.DeltaBases;
import io.listwatch.model.ObjectDelta;
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
  /** The media type parameter that requests deltas, and that a response with deltas has. */
  static final String DELTA = "delta=" + ObjectDelta.FORMAT;

  private final ApiResponse response;
  private final ResponseBody body;
  private final Pieces pieces;
  private final @Nullable DeltaBases bases;
  private final WatchFrames frames = new WatchFrames();

  private volatile boolean closed;

  /**
   * @param bases null if deltas were not requested
   */
  HttpWatch(ApiResponse response, @Nullable DeltaBases bases) {
    this.response = response;
    this.bases = bases;
    this.body = response.body();
    this.pieces = response.pieces();
  }

  @Override
  public @Nullable WatchEvent next() throws InterruptedException {
    try {
      WatchEvent event = null;
      byte[] frame = nextFrame();
      while (frame != null && (event = event(frame)) == null) {
        frame = nextFrame();
      }
      return event;
    } catch (ApiException failure) {
      close();
      throw failure;
    }
  }

  /** Returns null for a delta that another watch has delivered. */
  private @Nullable WatchEvent event(byte[] frame) {
    return bases == null
        ? ResourceReader.PLAIN.event(frame, 0, frame.length)
        : ResourceReader.PLAIN.event(frame, 0, frame.length, bases);
  }

  private byte @Nullable [] nextFrame() throws InterruptedException {
    while (!closed) {
      byte[] frame = frames.next();
      if (frame != null) {
        return frame;
      }
      ByteBuffer piece = pieces.next();
      if (piece == null) {
        requireWhole();
        return null;
      }
      frames.add(piece);
    }
    return null;
  }

  private void requireWhole() {
    if (!closed && pieces.ended() && frames.incomplete()) {
      throw new UnavailableException("the stream ended in the middle of an event");
    }
  }

  @Override
  public boolean ended() {
    return closed || (pieces.ended() && frames.usedUp() && !frames.incomplete());
  }

  /** True if the server has announced deltas. Each frame shows by itself whether it carries one. */
  @Override
  public boolean sendsDeltas() {
    return bases != null && response.header("Content-Type").contains(DELTA);
  }

  /** Returns the number of bytes received; for tests. */
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
    // Abandoned first, so that a caller that sees this watch as closed and opens another one gets a
    // new connection.
    body.abandon();
    close();
  }

  @Override
  public void close() {
    closed = true;
    pieces.close();
  }
}
