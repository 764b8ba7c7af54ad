package io.listwatch.server.http.encoding;

import java.io.ByteArrayOutputStream;
import java.util.zip.Deflater;

/**
 * Deflates bytes into a piece that fits at any byte boundary of a deflate stream: it refers to no
 * earlier byte, is not the last of its stream, and ends with a sync flush. A client that has
 * received the piece can decompress all of its bytes.
 */
public final class DeflatedPiece {
  /** Shorter input is stored uncompressed: compressing a bookmark saves nothing. */
  private static final int WORTH_DEFLATING = 128;

  private static final int LARGEST_STORED = 0xffff;

  /**
   * An empty stored block, which is a sync flush. Go's reader returns stored bytes only after it.
   */
  private static final byte[] SYNC = {0, 0, 0, (byte) 0xff, (byte) 0xff};

  /** One for each event loop and worker. Its native memory is freed with its thread. */
  private static final ThreadLocal<Deflater> DEFLATER =
      ThreadLocal.withInitial(() -> new Deflater(Deflater.BEST_SPEED, true));

  private DeflatedPiece() {}

  /** Returns the piece for the first {@code length} bytes. */
  public static byte[] of(byte[] bytes, int length) {
    if (length < WORTH_DEFLATING) {
      return stored(bytes, length);
    }
    byte[] deflated = deflated(bytes, length);
    return deflated.length < length ? deflated : stored(bytes, length);
  }

  private static byte[] deflated(byte[] bytes, int length) {
    Deflater deflater = DEFLATER.get();
    deflater.reset();
    deflater.setInput(bytes, 0, length);
    var piece = new ByteArrayOutputStream(length / 4 + 64);
    var buffer = new byte[Math.min(length, 8 * 1024) + 64];
    int size;
    do {
      size = deflater.deflate(buffer, 0, buffer.length, Deflater.SYNC_FLUSH);
      piece.write(buffer, 0, size);
    } while (size == buffer.length);
    return piece.toByteArray();
  }

  private static byte[] stored(byte[] bytes, int length) {
    int blocks = length / LARGEST_STORED + 1;
    var piece = new ByteArrayOutputStream(length + (blocks + 1) * SYNC.length);
    for (int at = 0; at < length; at += LARGEST_STORED) {
      int size = Math.min(LARGEST_STORED, length - at);
      piece.write(0);
      piece.write(size);
      piece.write(size >> 8);
      piece.write(~size);
      piece.write(~size >> 8);
      piece.write(bytes, at, size);
    }
    piece.writeBytes(SYNC);
    return piece.toByteArray();
  }
}
