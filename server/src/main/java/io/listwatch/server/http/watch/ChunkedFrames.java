package io.listwatch.server.http.watch;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import com.linecorp.armeria.common.ResponseHeaders;
import io.listwatch.server.http.exchange.ArrayData;
import io.listwatch.server.http.exchange.BodySizes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufOutputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Frames in the body of a response. Whole frames are joined into one write, which becomes one or
 * several chunks or HTTP/2 frames. A frame is never split over two writes unless it is longer than
 * the maximum.
 */
final class ChunkedFrames implements FrameSink {
  private final HttpResponseWriter response = HttpResponse.streaming();
  private final ByteBufAllocator allocator;
  private final int limit;

  /**
   * The pending bytes; null while there are none, because most watches are idle most of the time.
   */
  private @Nullable ByteBuf waiting;

  /** A whole frame that is not copied, as long as it is the only pending one. */
  private byte @Nullable [] single;

  /** True if other watches share {@link #single}. */
  private boolean shared;

  /** Length of the last write. */
  private int lastWrite;

  /** Size of the buffer of the last write; 0 for a frame that other watches share. */
  private int lastUnshared;

  /** Length of the pending whole frames that go into the next write. */
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

  @Override
  public void add(byte[] frame) {
    add(frame, true);
  }

  @Override
  public void addPacked(byte[] frame, byte[] packed) {
    add(packed, false);
  }

  /** Sends the array itself if nothing else is pending. */
  private void add(byte[] frame, boolean sharedWithOthers) {
    if (!pending()) {
      single = frame;
      shared = sharedWithOthers;
    } else {
      own().writeBytes(frame);
    }
    endFrame();
  }

  /** Returns the pending bytes as a buffer to write to. */
  private ByteBuf own() {
    ByteBuf own = waiting;
    if (own == null) {
      own = allocator.buffer(Math.max(room(), 2 * size()));
      if (single != null) {
        own.writeBytes(single);
        single = null;
      }
      waiting = own;
    }
    return own;
  }

  /**
   * Estimates the size of the next write: that of the last one or, if that was full, the maximum.
   */
  private int room() {
    return lastWrite < limit ? lastWrite : limit + BodySizes.WRITE_SPARE;
  }

  @Override
  public void endFrame() {
    if (whole == 0 || size() <= limit) {
      whole = size();
    }
  }

  /** Chunks have no frame boundaries. */
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
    if (single != null) {
      return single.length;
    }
    return waiting == null ? 0 : waiting.readableBytes();
  }

  @Override
  public void send() {
    ByteBuf current = waiting;
    waiting = null;
    if (single != null) {
      lastWrite = single.length;
      lastUnshared = shared ? 0 : lastWrite;
      whole = 0;
      boolean unused = response.tryWrite(new ArrayData(single));
      single = null;
    } else if (current != null) {
      lastWrite = current.readableBytes();
      int rest = current.readableBytes() - whole;
      if (rest > 0) {
        waiting = allocator.buffer(room());
        waiting.writeBytes(current, current.readerIndex() + whole, rest);
        current.writerIndex(current.readerIndex() + whole);
      }
      lastUnshared = current.capacity();
      whole = rest;
      // tryWrite releases the buffer, even if the stream is closed.
      boolean unused = response.tryWrite(HttpData.wrap(current));
    }
  }

  @Override
  public long unshared() {
    return (long) lastUnshared + unsharedPending();
  }

  private int unsharedPending() {
    if (single != null) {
      return shared ? 0 : single.length;
    }
    return waiting == null ? 0 : waiting.capacity();
  }

  @Override
  public CompletableFuture<Void> consumed() {
    return response.whenConsumed();
  }

  /** The connection takes an empty write only once it has sent the one before. */
  @Override
  public CompletableFuture<Void> sent() {
    boolean unused = response.tryWrite(HttpData.empty());
    return response.whenConsumed();
  }

  @Override
  public void end() {
    while (pending()) {
      send();
    }
    release();
    if (lastUnshared > 0) {
      // The response completes after the last write is sent, not when it is handed over.
      var unused = sent();
    }
    response.close();
  }

  @Override
  public void release() {
    if (waiting != null) {
      waiting.release();
      waiting = null;
    }
    single = null;
    whole = 0;
  }

  @Override
  public CompletableFuture<Void> gone() {
    return response.whenComplete();
  }
}
