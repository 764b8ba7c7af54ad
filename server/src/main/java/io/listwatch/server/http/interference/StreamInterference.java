package io.listwatch.server.http.interference;

import io.listwatch.server.resource.ResourceWatch;
import java.time.Duration;

/**
 * Injects faults into one watch stream.
 *
 * <p>Threads: the event loop of the stream.
 */
public interface StreamInterference {
  /**
   * Opens the watch, possibly wrapped.
   *
   * @param onReadable to be called on the loop when the next poll may return more than the last one
   */
  ResourceWatch open(WatchSource source, Runnable onReadable);

  /** True if no fault is active, so that frames pass unchanged. */
  boolean idle();

  /** True if nothing may pass, not even the end of the stream, until the stream is woken. */
  boolean stalled();

  /**
   * Returns the frame that is sent instead of the next frame; the same array to leave it unchanged.
   */
  default byte[] altered(byte[] frame) {
    return frame;
  }

  /** Returns the way in which the next frame is sent. */
  Passage next();

  /** Called when there will be no more frames. */
  void closed();

  /**
   * The way in which a frame is sent.
   *
   * @param parts the number of pieces
   * @param pause the time between two pieces
   * @param breaksOff true if the connection breaks after the first half
   */
  record Passage(int parts, Duration pause, boolean breaksOff) {
    public static final Passage WHOLE = new Passage(1, Duration.ZERO, false);
    public static final Passage HALF = new Passage(2, Duration.ZERO, true);

    public static Passage inParts(int parts, Duration pause) {
      return new Passage(parts, pause, false);
    }
  }
}
