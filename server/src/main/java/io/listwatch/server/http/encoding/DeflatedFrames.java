package io.listwatch.server.http.encoding;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A cache of the {@linkplain DeflatedPiece pieces} of frames that several watches send at about the
 * same time, by the identity of the frame. Like {@link FrameCache}, which the frames come from, it
 * has one slot for a frame, and the last one wins.
 *
 * <p>Thread-safe, without a lock: two threads that miss at the same time both deflate.
 */
public final class DeflatedFrames {
  private static final int PLACES = 512;

  private final AtomicReferenceArray<@Nullable Entry> entries = new AtomicReferenceArray<>(PLACES);

  /** Returns the piece of a shared frame; deflates it if it is not cached. */
  @SuppressWarnings("ReferenceEquality") // comparing bytes would cost as much as the cache saves
  public byte[] of(byte[] frame) {
    int place = System.identityHashCode(frame) & (PLACES - 1);
    Entry known = entries.get(place);
    if (known != null && known.frame == frame) {
      return known.piece;
    }
    byte[] piece = DeflatedPiece.of(frame, frame.length);
    entries.set(place, new Entry(frame, piece));
    return piece;
  }

  private static final class Entry {
    private final byte[] frame;
    private final byte[] piece;

    Entry(byte[] frame, byte[] piece) {
      this.frame = frame;
      this.piece = piece;
    }
  }
}
