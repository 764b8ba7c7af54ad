package io.listwatch.client.stream;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the stream of a watch into its frames, which follow each other, however the pieces are cut
 * in which it comes in.
 *
 * <p>Not thread-safe: belongs to who reads the watch.
 */
public final class WatchFrames {
  /** The longest frame; the reference's limit too. */
  static final int MAX_FRAME = 16 << 20;

  private final JsonNesting nesting = new JsonNesting();
  private final Growing frame = new Growing("a watch event", MAX_FRAME);

  private byte[] piece = new byte[0];
  private int at;
  private int end;

  /** Whether a frame has begun. */
  private boolean begun;

  /**
   * Whether it cannot be an object. It ends where its line does, for the reader to put it aside.
   */
  private boolean line;

  /** Goes on with the next piece; the one before must have been used up. */
  public void add(ByteBuffer next) {
    int size = next.remaining();
    if (piece.length < size) {
      piece = new byte[size];
    }
    next.get(piece, 0, size);
    at = 0;
    end = size;
  }

  /** The next frame that has come in whole, in an array of its own; null if more is needed. */
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

  /** Whether a frame has begun that is not whole. */
  public boolean incomplete() {
    return begun;
  }

  /** Whether nothing is left of the last piece. */
  public boolean usedUp() {
    return at == end;
  }
}
