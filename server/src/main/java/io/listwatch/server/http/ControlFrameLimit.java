package io.listwatch.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.ssl.SslClientHelloHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes an HTTP/2 connection whose client makes the server send too many control frames: replies
 * to PING and SETTINGS that the client does not read, or stream resets. Netty has encoders for
 * both, but not for a codec that is assembled by hand, as Armeria's is.
 *
 * <p>Placed where frames pass one by one, between HTTP/2 and TLS. Threads: the event loop.
 */
final class ControlFrameLimit extends ChannelOutboundHandlerAdapter {
  /** Replies that wait to be sent, as many as in Netty's encoder. */
  static final int MAX_UNSENT = 10_000;

  /**
   * Resets in a window of time, by the client or because of it. A client that restarts its
   * informers resets each of its streams.
   */
  static final int MAX_RESETS = 2_000;

  static final Duration RESET_WINDOW = Duration.ofSeconds(10);

  private static final Logger log = LoggerFactory.getLogger(ControlFrameLimit.class);

  /** The length of a PING frame, the longest of those that are counted. */
  private static final int MAX_LENGTH = 17;

  private static final int HEADER_LENGTH = 9;
  private static final int TYPE_OFFSET = 3;
  private static final byte RST_STREAM = 3;
  private static final byte SETTINGS = 4;
  private static final byte PING = 6;

  private int unsent;
  private int resets;
  private boolean closed;

  /** Adds this handler to a new connection, before its TLS handler if it has one. */
  static void addTo(ChannelPipeline pipeline) {
    if (pipeline.context(SslClientHelloHandler.class) == null) {
      pipeline.addFirst(new ControlFrameLimit());
    } else {
      pipeline.addLast(new ControlFrameLimit());
    }
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    var unusedWrite = context.write(message, counted(context, message, promise));
    if (!closed && (unsent > MAX_UNSENT || resets > MAX_RESETS)) {
      closed = true;
      log.info(
          "Closing the connection of {}: {} unread replies, {} resets",
          context.channel().remoteAddress(),
          unsent,
          resets);
      var unused = context.close();
    }
  }

  private ChannelPromise counted(
      ChannelHandlerContext context, Object message, ChannelPromise promise) {
    switch (type(message)) {
      case PING, SETTINGS -> {
        unsent++;
        return promise.unvoid().addListener(sent -> unsent--);
      }
      case RST_STREAM -> countReset(context);
      default -> {}
    }
    return promise;
  }

  private void countReset(ChannelHandlerContext context) {
    if (resets++ == 0) {
      var unused =
          context
              .executor()
              .schedule(
                  () -> {
                    resets = 0;
                  },
                  RESET_WINDOW.toNanos(),
                  TimeUnit.NANOSECONDS);
    }
  }

  /** Returns the type of a control frame, or -1. */
  private static byte type(Object message) {
    return message instanceof ByteBuf frame
            && frame.readableBytes() >= HEADER_LENGTH
            && frame.readableBytes() <= MAX_LENGTH
        ? frame.getByte(frame.readerIndex() + TYPE_OFFSET)
        : -1;
  }
}
