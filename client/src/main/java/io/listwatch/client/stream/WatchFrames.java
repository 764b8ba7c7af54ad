package io.listwatch.client.stream;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Splits the byte stream of a watch into frames, independent of the pieces in which it arrives.
 *
 * <p>Not thread-safe: belongs to the reader of the watch.
 */
public final class WatchFrames {
  /** Maximum size of a frame, the same as in client-go. */
  static final int MAX_FRAME = 16 << 20;

  private final JsonNesting nesting = new JsonNesting();
  private final GrowingBytes frame = new GrowingBytes("a watch event", MAX_FRAME);

  private byte[] piece = new byte[0];
  private int at;
  private int end;

  /** True if a frame has begun. */
  private boolean begun;

  /**
   * True if the frame is not a JSON object. It then ends at the end of its line, and the reader
   * reports it as unreadable.
   */
  private boolean line;

  /** Adds the next piece; the previous one must be used up. */
  public void add(ByteBuffer next) {
    int size = next.remaining();
    if (piece.length < size) {
      piece = new byte[size];
    }
    next.get(piece, 0, size);
    at = 0;
    end = size;
  }

  /** Returns the next complete frame as a new array; null if more data is needed. */
  public byte @Nullable [] next() {
    if (!begun) {
      begin();
    }
    if (!begun) {
      return null;
    }
    int start = at;
    boolean whole = line ? passLine() : passValue();
    frame.add(piece, start, at);
    if (!whole) {
      return null;
    }
    begun = false;
    nesting.reset();
    return frame.take();
  }

  private void begin() {
    while (at < end && JsonNesting.isSpace(piece[at])) {
      at++;
    }
    begun = at < end;
    line = begun && piece[at] != '{';
  }

  private boolean passValue() {
    at = nesting.passUntil(0, piece, at, end);
    return nesting.depth() == 0 && !nesting.quoted();
  }

  private boolean passLine() {
    while (at < end && piece[at] != '\n') {
      at++;
    }
    return at < end;
  }

  /** True if an incomplete frame is left. */
  public boolean incomplete() {
    return begun;
  }

  /** True if nothing is left of the last piece. */
  public boolean usedUp() {
    return at == end;
  }
}
