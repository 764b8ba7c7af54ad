package io.listwatch.server.http.watch;

import com.linecorp.armeria.common.HttpResponse;
import io.listwatch.server.http.encoding.DeflatedFrames;
import io.listwatch.server.http.encoding.DeflatedPiece;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Compresses the frames of a watch into one gzip member, which every reader of gzip understands:
 * many stop after the first member.
 *
 * <pre>
 *   header │ piece │ piece │ … │ empty last block, CRC-32 and length of the plain bytes
 * </pre>
 *
 * <p>A {@linkplain DeflatedPiece piece} refers to no byte before it, so a shared frame is deflated
 * once for all watches. Frames that only this watch sends, such as its initial events, are joined
 * up to one write and deflated together. No watch has its own compressor.
 */
final class GzipFrames implements FrameSink {
  /** Deflate, no flags, no time, compressed for speed, by an unknown operating system. */
  private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 4, (byte) 255};

  /** An empty block of fixed codes, marked as the last one. */
  private static final byte[] LAST_BLOCK = {3, 0};

  /** Number of plain bytes that are enough for a piece. */
  private static final int PIECE_SIZE = 64 * 1024;

  private final FrameSink sink;
  private final DeflatedFrames deflated;
  private final CRC32 checksum = new CRC32();

  /** Plain bytes that are not compressed yet; null while there are none. */
  private @Nullable Plain plain;

  private int frameStart;

  /** Number of plain bytes, modulo 2^32. */
  private int length;

  GzipFrames(FrameSink sink, DeflatedFrames deflated) {
    this.sink = sink;
    this.deflated = deflated;
    sink.add(HEADER);
  }

  @Override
  public HttpResponse response() {
    return sink.response();
  }

  @Override
  public OutputStream frame() {
    Plain current = plain;
    if (current == null) {
      current = new Plain();
      plain = current;
    }
    frameStart = current.size();
    return current;
  }

  @Override
  public void endFrame() {
    if (plain != null && plain.size() >= PIECE_SIZE) {
      compress();
    }
  }

  @Override
  public void add(byte[] frame) {
    compress();
    count(frame, frame.length);
    sink.add(deflated.of(frame));
  }

  @Override
  public byte[] pack(byte[] frame) {
    return DeflatedPiece.of(frame, frame.length);
  }

  @Override
  public void addPacked(byte[] frame, byte[] packed) {
    compress();
    count(frame, frame.length);
    sink.addPacked(packed, packed);
  }

  /** Makes the part a piece of its own, so that the client can read all of it. */
  @Override
  public void endPart() {
    compress();
    sink.endPart();
  }

  private void compress() {
    Plain current = plain;
    plain = null;
    if (current != null && current.size() > 0) {
      count(current.bytes(), current.size());
      write(DeflatedPiece.of(current.bytes(), current.size()));
    }
  }

  private void count(byte[] bytes, int size) {
    checksum.update(bytes, 0, size);
    length += size;
  }

  private void write(byte[] piece) {
    try (OutputStream out = sink.frame()) {
      out.write(piece);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    sink.endFrame();
  }

  @Override
  public void dropFrame() {
    if (plain != null) {
      plain.truncate(frameStart);
    }
  }

  @Override
  public boolean full() {
    return sink.full() || (plain != null && plain.size() >= PIECE_SIZE);
  }

  @Override
  public boolean pending() {
    return (plain != null && plain.size() > 0) || sink.pending();
  }

  @Override
  public void send() {
    compress();
    sink.send();
  }

  @Override
  public long unshared() {
    return sink.unshared() + (plain == null ? 0 : plain.size());
  }

  @Override
  public CompletableFuture<Void> consumed() {
    return sink.consumed();
  }

  @Override
  public CompletableFuture<Void> sent() {
    return sink.sent();
  }

  @Override
  public void end() {
    compress();
    ByteBuffer end = ByteBuffer.allocate(LAST_BLOCK.length + 2 * Integer.BYTES);
    end.order(ByteOrder.LITTLE_ENDIAN).put(LAST_BLOCK);
    write(end.putInt((int) checksum.getValue()).putInt(length).array());
    sink.end();
  }

  @Override
  public void release() {
    plain = null;
    sink.release();
  }

  @Override
  public CompletableFuture<Void> gone() {
    return sink.gone();
  }

  /** A buffer whose bytes can be read and dropped in place. */
  private static final class Plain extends ByteArrayOutputStream {
    byte[] bytes() {
      return buf;
    }

    void truncate(int size) {
      count = size;
    }
  }
}
