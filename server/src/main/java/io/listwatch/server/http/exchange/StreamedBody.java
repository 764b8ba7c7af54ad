package io.listwatch.server.http.exchange;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A response body that is written in pieces. It is compressed if it turns out to be long and the
 * client accepts that. Holds one piece at a time.
 *
 * <p>Threads: one event loop.
 */
public final class StreamedBody extends OutputStream {
  private final HttpResponseWriter response = HttpResponse.streaming();
  private final ByteBufAllocator allocator;
  private final ResponseHeadersBuilder headers;

  /** True while the length, which decides about compression, is not known yet. */
  private boolean undecided;

  private @Nullable GzipStream gzip;
  private @Nullable ByteBuf piece;
  private boolean released;

  public StreamedBody(
      ByteBufAllocator allocator, ResponseHeadersBuilder headers, boolean compressible) {
    this.allocator = allocator;
    this.headers = headers;
    this.undecided = compressible;
    if (!compressible) {
      response.write(headers.build());
    }
  }

  public HttpResponseWriter response() {
    return response;
  }

  /**
   * True as long as it is undecided whether the body will be compressed; until then nothing can be
   * sent.
   */
  public boolean undecided() {
    return undecided;
  }

  @Override
  public void write(int b) throws IOException {
    if (gzip != null) {
      gzip.write(b);
    } else if (!released) {
      room(1).writeByte(b);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (gzip != null) {
      gzip.write(bytes, offset, length);
    } else if (!released) {
      room(length).writeBytes(bytes, offset, length);
    }
  }

  /** Returns the current piece; starts one if there is none. */
  private ByteBuf room(int length) {
    ByteBuf current = piece;
    if (current == null) {
      current = allocator.buffer(Math.max(length, BodySizes.WRITE_SIZE + BodySizes.WRITE_SPARE));
      piece = current;
    }
    return current;
  }

  /** True if there are enough bytes to send a piece. */
  public boolean full() {
    int size = piece == null ? 0 : piece.readableBytes();
    return undecided ? size > GzipStream.THRESHOLD : size >= BodySizes.WRITE_SIZE;
  }

  /** Sends the bytes written so far. Completes when the next piece is wanted. */
  public CompletableFuture<Void> send() throws IOException {
    if (undecided) {
      decide(full());
    }
    sendPiece();
    return response.whenConsumed();
  }

  private void decide(boolean compressed) throws IOException {
    undecided = false;
    if (compressed) {
      GzipStream.addHeaders(headers);
      ByteBuf plain = piece;
      piece = null;
      gzip = new GzipStream(new Raw());
      if (plain != null) {
        plain.readBytes(gzip, plain.readableBytes());
        plain.release();
      }
    }
    response.write(headers.build());
  }

  /** Sends exactly one full piece: the rest would be sent as a small frame of its own. */
  private void sendPiece() {
    ByteBuf current = piece;
    if (current != null) {
      int size = current.readableBytes();
      int rest = size > BodySizes.WRITE_SIZE ? size % BodySizes.WRITE_SIZE : 0;
      piece = null;
      if (rest > 0) {
        room(rest).writeBytes(current, current.writerIndex() - rest, rest);
        current.writerIndex(current.writerIndex() - rest);
      }
      write(current);
    }
  }

  private void sendRest() {
    ByteBuf current = piece;
    piece = null;
    if (current != null) {
      write(current);
    }
  }

  private void write(ByteBuf bytes) {
    // tryWrite releases the buffer, even if the stream is closed.
    boolean unused = response.tryWrite(HttpData.wrap(bytes));
  }

  /** Sends the rest and ends the body. */
  public void finish() throws IOException {
    if (undecided) {
      decide(full());
    }
    if (gzip != null) {
      gzip.finish();
      gzip.abandon();
    }
    sendRest();
    response.close();
  }

  /** Releases unsent bytes; for a client that has disconnected. */
  public void release() {
    released = true;
    if (gzip != null) {
      gzip.abandon();
    }
    if (piece != null) {
      piece.release();
      piece = null;
    }
  }

  /** Receives the compressed bytes. */
  private final class Raw extends OutputStream {
    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      if (!released) {
        room(length).writeBytes(bytes, offset, length);
      }
    }
  }
}
