package io.listwatch.server.http.watch;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import com.linecorp.armeria.common.ResponseHeaders;
import io.listwatch.server.http.exchange.BodySizes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufOutputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Frames in the body of a response: whole frames joined into one write, which is one chunk or one
 * HTTP/2 frame or several. A frame is never spread over two writes, unless it is longer than one
 * may be.
 */
final class ChunkedFrames implements FrameSink {
  private final HttpResponseWriter response = HttpResponse.streaming();
  private final ByteBufAllocator allocator;
  private final int limit;

  /** Null while there is nothing to say: most watchers wait most of the time. */
  private @Nullable ByteBuf waiting;

  /** A frame that others are sent as well, while nothing else waits. */
  private byte @Nullable [] shared;

  /** How much went into the last write. */
  private int lastWrite;

  /** How much of what waits goes into the next write: whole frames. */
  private int whole;

  private int frameStart;

  ChunkedFrames(ByteBufAllocator allocator, int limit, ResponseHeaders headers) {
    this.allocator = allocator;
    this.limit = limit;
    response.write(headers);
  }

  @Override
  public HttpResponse response() {
    return response;
  }

  @Override
  public OutputStream frame() {
    ByteBuf own = own();
    frameStart = own.writerIndex();
    return new ByteBufOutputStream(own);
  }

  /** Sends the bytes themselves while there is nothing else to be sent with them. */
  @Override
  public void add(byte[] frame) {
    if (!pending()) {
      shared = frame;
    } else {
      own().writeBytes(frame);
    }
    endFrame();
  }

  /** What waits, to be written to. */
  private ByteBuf own() {
    ByteBuf own = waiting;
    if (own == null) {
      own = allocator.buffer(Math.max(room(), 2 * size()));
      if (shared != null) {
        own.writeBytes(shared);
        shared = null;
      }
      waiting = own;
    }
    return own;
  }

  /** As much as went into the last write; if that was full, as much as the next can come to. */
  private int room() {
    return lastWrite < limit ? lastWrite : limit + BodySizes.WRITE_SPARE;
  }

  @Override
  public void endFrame() {
    if (whole == 0 || size() <= limit) {
      whole = size();
    }
  }

  /** Chunks know nothing of frames. */
  @Override
  public void endPart() {
    endFrame();
  }

  @Override
  public void dropFrame() {
    if (waiting != null) {
      waiting.writerIndex(frameStart);
    }
  }

  @Override
  public boolean full() {
    return size() >= limit;
  }

  @Override
  public boolean pending() {
    return size() > 0;
  }

  private int size() {
    if (shared != null) {
      return shared.length;
    }
    return waiting == null ? 0 : waiting.readableBytes();
  }

  @Override
  public void send() {
    ByteBuf current = waiting;
    waiting = null;
    if (shared != null) {
      lastWrite = shared.length;
      whole = 0;
      boolean unused = response.tryWrite(HttpData.wrap(shared));
      shared = null;
    } else if (current != null) {
      lastWrite = current.readableBytes();
      int rest = current.readableBytes() - whole;
      if (rest > 0) {
        waiting = allocator.buffer(room());
        waiting.writeBytes(current, current.readerIndex() + whole, rest);
        current.writerIndex(current.readerIndex() + whole);
      }
      whole = rest;
      // Takes the buffer, whether it is still wanted or not.
      boolean unused = response.tryWrite(HttpData.wrap(current));
    }
  }

  @Override
  public CompletableFuture<Void> consumed() {
    return response.whenConsumed();
  }

  @Override
  public void end() {
    while (pending()) {
      send();
    }
    release();
    response.close();
  }

  @Override
  public void release() {
    if (waiting != null) {
      waiting.release();
      waiting = null;
    }
    shared = null;
    whole = 0;
  }

  @Override
  public CompletableFuture<Void> gone() {
    return response.whenComplete();
  }
}
