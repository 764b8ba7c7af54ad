package io.listwatch.server.http.watch;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.websocket.WebSocket;
import com.linecorp.armeria.common.websocket.WebSocketFrame;
import com.linecorp.armeria.common.websocket.WebSocketFrameType;
import com.linecorp.armeria.common.websocket.WebSocketWriter;
import io.listwatch.server.http.exchange.AfterStage;
import io.listwatch.server.http.exchange.BodySizes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.Unpooled;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Sends each frame as one WebSocket message. Messages of the client are read and dropped. */
final class WebSocketFrames implements FrameSink {
  private final WebSocketWriter outbound = WebSocket.streaming();
  private final HttpResponse response;
  private final ByteBufAllocator allocator;
  private final boolean binary;
  private final CompletableFuture<Void> gone = new CompletableFuture<>();

  private ByteBuf current = Unpooled.EMPTY_BUFFER;
  private int unsent;

  /** True if a part of a message has been written, but not the rest. */
  private boolean continued;

  /**
   * Creates a sink for the client at the other end of {@code inbound}.
   *
   * @param binary true if messages are not text
   * @param encode creates the response from the outgoing messages
   */
  WebSocketFrames(
      ByteBufAllocator allocator,
      boolean binary,
      WebSocket inbound,
      Function<WebSocket, HttpResponse> encode) {
    this.allocator = allocator;
    this.binary = binary;
    this.response = encode.apply(outbound);
    AfterStage.run(outbound.whenComplete(), Runnable::run, () -> gone.complete(null));
    inbound.subscribe(new Drop());
  }

  @Override
  public HttpResponse response() {
    return response;
  }

  @Override
  public OutputStream frame() {
    current = allocator.buffer();
    return new ByteBufOutputStream(current);
  }

  @Override
  public void endFrame() {
    write(true);
  }

  @Override
  public void endPart() {
    write(false);
  }

  private void write(boolean whole) {
    unsent += current.readableBytes();
    boolean unused = outbound.tryWrite(message(current, whole));
    current = Unpooled.EMPTY_BUFFER;
    continued = !whole;
  }

  private WebSocketFrame message(ByteBuf content, boolean whole) {
    if (continued) {
      return WebSocketFrame.ofPooledContinuation(content, whole);
    }
    return binary
        ? WebSocketFrame.ofPooledBinary(content, whole)
        : WebSocketFrame.ofPooledText(content, whole);
  }

  @Override
  public void dropFrame() {
    release();
  }

  @Override
  public boolean full() {
    return unsent >= BodySizes.WRITE_SIZE;
  }

  @Override
  public boolean pending() {
    return unsent > 0;
  }

  @Override
  public void send() {
    unsent = 0;
  }

  @Override
  public CompletableFuture<Void> consumed() {
    return outbound.whenConsumed();
  }

  @Override
  public void end() {
    outbound.close();
  }

  @Override
  public void release() {
    current.release();
    current = Unpooled.EMPTY_BUFFER;
  }

  @Override
  public CompletableFuture<Void> gone() {
    return gone;
  }

  /**
   * Reads and drops all messages, replies to pings, and detects that the client has disconnected.
   */
  private final class Drop implements Subscriber<WebSocketFrame> {
    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(WebSocketFrame frame) {
      try (frame) {
        if (frame.type() == WebSocketFrameType.PING) {
          boolean unused = outbound.tryWrite(WebSocketFrame.ofPong(frame.array()));
        }
      }
    }

    @Override
    public void onError(Throwable failure) {
      gone.complete(null);
      outbound.close();
    }

    @Override
    public void onComplete() {
      gone.complete(null);
      outbound.close();
    }
  }
}
