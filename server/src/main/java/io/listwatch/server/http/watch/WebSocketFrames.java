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
import io.netty.util.concurrent.EventExecutor;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Sends each frame as one WebSocket message. Messages of the client are read and dropped. */
final class WebSocketFrames implements FrameSink {
  private final WebSocketWriter outbound = WebSocket.streaming();
  private final HttpResponse response;
  private final ByteBufAllocator allocator;
  private final EventExecutor loop;
  private final boolean binary;
  private final CompletableFuture<Void> gone = new CompletableFuture<>();

  private ByteBuf current = Unpooled.EMPTY_BUFFER;
  private int unsent;

  /** Length of the messages between the last two sends. */
  private int lastWrite;

  /** True if a part of a message has been written, but not the rest. */
  private boolean continued;

  /**
   * Creates a sink for the client at the other end of {@code inbound}.
   *
   * @param loop reads the client's messages
   * @param binary true if messages are not text
   * @param encode creates the response from the outgoing messages
   */
  WebSocketFrames(
      ByteBufAllocator allocator,
      EventExecutor loop,
      boolean binary,
      WebSocket inbound,
      Function<WebSocket, HttpResponse> encode) {
    this.allocator = allocator;
    this.loop = loop;
    this.binary = binary;
    this.response = encode.apply(outbound);
    AfterStage.run(outbound.whenComplete(), Runnable::run, () -> gone.complete(null));
    inbound.subscribe(new ClientMessages(), loop);
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
    lastWrite = unsent;
    unsent = 0;
  }

  /** Each client gets messages of its own. */
  @Override
  public long unshared() {
    return (long) lastWrite + unsent;
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
   * Reads and drops the client's messages one by one, replies to pings, and detects that the client
   * has disconnected.
   *
   * <p>At most one pong is waiting to be sent. While it waits, only the latest ping is kept, as RFC
   * 6455 (section 5.5.3) allows: a client that sends pings and reads nothing costs no memory.
   */
  private final class ClientMessages implements Subscriber<WebSocketFrame> {
    private @Nullable Subscription subscription;
    private boolean pongUnderway;
    private byte @Nullable [] latestPing;

    @Override
    public void onSubscribe(Subscription newSubscription) {
      subscription = newSubscription;
      newSubscription.request(1);
    }

    @Override
    public void onNext(WebSocketFrame frame) {
      try (frame) {
        if (frame.type() == WebSocketFrameType.PING) {
          latestPing = frame.array();
          replyToLatestPing();
        }
      }
      if (subscription != null) {
        subscription.request(1);
      }
    }

    private void replyToLatestPing() {
      if (latestPing == null || pongUnderway) {
        return;
      }
      boolean open = outbound.tryWrite(WebSocketFrame.ofPong(latestPing));
      latestPing = null;
      if (open) {
        pongUnderway = true;
        AfterStage.run(outbound.whenConsumed(), loop, this::pongSent);
      }
    }

    private void pongSent() {
      pongUnderway = false;
      replyToLatestPing();
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
