package io.listwatch.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes an HTTP/2 connection whose client makes the server send too many frames that no window
 * limits: replies to PING and SETTINGS and headers of responses that the client does not read, or
 * stream resets. Netty limits some of them, but not in a codec that is assembled by hand, as
 * Armeria's is.
 *
 * <p>Placed where frames pass one by one, between HTTP/2 and TLS. Threads: the event loop.
 */
final class ControlFrameLimit extends ChannelOutboundHandlerAdapter {
  /** The maximum number of unsent replies, as in Netty's encoder. */
  static final int MAX_UNSENT = 10_000;

  /**
   * The maximum number of unsent response headers. A response without a body ends its stream, so
   * the limit of concurrent streams does not apply.
   */
  static final int MAX_UNSENT_HEADERS = 1_000;

  /**
   * The maximum number of stream resets in {@link #RESET_WINDOW}, sent or caused by the client. A
   * client that restarts its informers resets each of its streams.
   */
  static final int MAX_RESETS = 2_000;

  static final Duration RESET_WINDOW = Duration.ofSeconds(10);

  private static final Logger log = LoggerFactory.getLogger(ControlFrameLimit.class);

  /** The length of a PING frame, the longest of those that are counted. */
  private static final int MAX_LENGTH = 17;

  private static final int HEADER_LENGTH = 9;
  private static final int TYPE_OFFSET = 3;
  private static final byte HEADERS = 1;
  private static final byte RST_STREAM = 3;
  private static final byte SETTINGS = 4;
  private static final byte PING = 6;

  private int unsent;
  private int unsentHeaders;
  private int resets;
  private boolean closed;

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    var unusedWrite = context.write(message, counted(context, message, promise));
    if (!closed
        && (unsent > MAX_UNSENT || unsentHeaders > MAX_UNSENT_HEADERS || resets > MAX_RESETS)) {
      closed = true;
      log.info(
          "Closing the connection of {}: {} unread replies, {} unread responses, {} resets",
          context.channel().remoteAddress(),
          unsent,
          unsentHeaders,
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
      case HEADERS -> {
        unsentHeaders++;
        return promise.unvoid().addListener(sent -> unsentHeaders--);
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

  /** Returns the type of a frame that is as short as a control frame or a frame header, or -1. */
  private static byte type(Object message) {
    return message instanceof ByteBuf frame
            && frame.readableBytes() >= HEADER_LENGTH
            && frame.readableBytes() <= MAX_LENGTH
        ? frame.getByte(frame.readerIndex() + TYPE_OFFSET)
        : -1;
  }
}
