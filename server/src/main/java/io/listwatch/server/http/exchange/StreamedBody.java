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
 * The body of a response that is written piece by piece, compressed if it turns out to be long and
 * the client can read that. Holds one piece at a time.
 *
 * <p>Threads: one event loop.
 */
public final class StreamedBody extends OutputStream {
  private final HttpResponseWriter response = HttpResponse.streaming();
  private final ByteBufAllocator allocator;
  private final ResponseHeadersBuilder headers;

  /** Whether the length decides about compression, and is not known yet. */
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

  /** Whether it is yet to be seen if the body will be compressed, and nothing can be sent. */
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

  /** The piece that is being written, begun if need be. */
  private ByteBuf room(int length) {
    ByteBuf current = piece;
    if (current == null) {
      current = allocator.buffer(Math.max(length, BodySizes.WRITE_SIZE + BodySizes.WRITE_SPARE));
      piece = current;
    }
    return current;
  }

  /** Whether there is enough for a piece to be sent. */
  public boolean full() {
    int size = piece == null ? 0 : piece.readableBytes();
    return undecided ? size > GzipStream.THRESHOLD : size >= BodySizes.WRITE_SIZE;
  }

  /** Sends what has been written. Done when the next piece is wanted. */
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

  /** Sends a full piece and no more: what is left over would travel as a small frame by itself. */
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
    // Takes the buffer, whether it is still wanted or not.
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

  /** Lets go of what has not been sent; for a reader that has gone. */
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

  /** Where compressed bytes go. */
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
