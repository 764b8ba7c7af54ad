package io.listwatch.server.http.interference;

import io.listwatch.server.resource.ResourceWatch;
import java.time.Duration;

/**
 * What comes between one watch and its reader.
 *
 * <p>Threads: the event loop of the stream.
 */
public interface StreamInterference {
  /**
   * Opens the watch, and stands before it.
   *
   * @param onReadable to be called on the loop when a poll could answer more than the last one
   */
  ResourceWatch open(WatchSource source, Runnable onReadable);

  /** Whether everything may pass as it comes, because nobody wants anything else. */
  boolean idle();

  /** Whether nothing may pass, not even the end, until the stream is woken. */
  boolean stalled();

  /** How the next frame is to travel. */
  Passage next();

  /** There will be no more frames. */
  void closed();

  /**
   * How a frame travels.
   *
   * @param parts in how many pieces
   * @param pause between two pieces
   * @param breaksOff whether the connection breaks after its first half
   */
  record Passage(int parts, Duration pause, boolean breaksOff) {
    public static final Passage WHOLE = new Passage(1, Duration.ZERO, false);
    public static final Passage HALF = new Passage(2, Duration.ZERO, true);

    public static Passage inParts(int parts, Duration pause) {
      return new Passage(parts, pause, false);
    }
  }
}
