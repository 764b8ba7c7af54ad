package io.listwatch.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.MalformedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Decompresses the pieces of a body as they arrive, so that an event of a watch can be read as soon
 * as its last byte is there. The body is one gzip member, or several: kube-apiserver begins another
 * one after each flush.
 *
 * <p>Threads: as in {@link Pieces}. The lock is held while a piece is decompressed, never while one
 * is awaited.
 */
final class GzipPieces implements Pieces {
  /** Maximum size of a decompressed piece, however well it was compressed. */
  private static final int INFLATED_AT_ONCE = 16 << 10;

  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

  private final Pieces body;

  @GuardedBy("this")
  private final Inflater inflater = new Inflater(true);

  @GuardedBy("this")
  private final CRC32 checksum = new CRC32();

  @GuardedBy("this")
  private final ByteBuffer inflated = ByteBuffer.allocate(INFLATED_AT_ONCE);

  /** The checksum and the length of a member's decompressed bytes. */
  @GuardedBy("this")
  private final ByteBuffer trailer =
      ByteBuffer.allocate(2 * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);

  @GuardedBy("this")
  private GzipHeader header = new GzipHeader();

  @GuardedBy("this")
  private Part part = Part.HEADER;

  @GuardedBy("this")
  private ByteBuffer in = EMPTY;

  /** True if the inflater may have bytes that found no room in the last piece. */
  @GuardedBy("this")
  private boolean more;

  @GuardedBy("this")
  private boolean closed;

  GzipPieces(Pieces body) {
    this.body = body;
  }

  @Override
  public @Nullable ByteBuffer next() throws InterruptedException {
    ByteBuffer next = decompressed();
    while (next == null) {
      ByteBuffer piece = body.next();
      if (piece == null) {
        return null;
      }
      add(piece);
      next = decompressed();
    }
    return next;
  }

  private synchronized void add(ByteBuffer piece) {
    in = piece;
  }

  /** Returns null if more input is needed. */
  private synchronized @Nullable ByteBuffer decompressed() {
    try {
      while (!closed && (in.hasRemaining() || more)) {
        switch (part) {
          case HEADER -> passHeader();
          case DATA -> inflate();
          case TRAILER -> passTrailer();
        }
        if (inflated.hasRemaining()) {
          return inflated;
        }
      }
      return null;
    } catch (IOException | DataFormatException e) {
      throw new MalformedException(
          "a response that cannot be decompressed: %s".formatted(e.getMessage()));
    }
  }

  @GuardedBy("this")
  private void passHeader() throws IOException {
    inflated.limit(0);
    if (header.pass(in)) {
      header = new GzipHeader();
      inflater.reset();
      checksum.reset();
      part = Part.DATA;
    }
  }

  @GuardedBy("this")
  private void inflate() throws DataFormatException {
    inflater.setInput(in);
    inflater.inflate(inflated.clear());
    inflated.flip();
    checksum.update(inflated.duplicate());
    more = inflated.limit() == inflated.capacity();
    if (inflater.finished()) {
      more = false;
      part = Part.TRAILER;
    }
  }

  @GuardedBy("this")
  private void passTrailer() throws IOException {
    inflated.limit(0);
    while (trailer.hasRemaining() && in.hasRemaining()) {
      trailer.put(in.get());
    }
    if (!trailer.hasRemaining()) {
      trailer.flip();
      if (trailer.getInt() != (int) checksum.getValue()
          || trailer.getInt() != (int) inflater.getBytesWritten()) {
        throw new IOException("wrong checksum or length");
      }
      trailer.clear();
      part = Part.HEADER;
    }
  }

  @Override
  public synchronized boolean ended() {
    return closed || (!in.hasRemaining() && !more && body.ended());
  }

  @Override
  public void close() {
    body.close();
    synchronized (this) {
      if (!closed) {
        closed = true;
        in = EMPTY;
        inflater.end();
      }
    }
  }

  /** The parts of a member. */
  private enum Part {
    HEADER,
    DATA,
    TRAILER
  }
}
