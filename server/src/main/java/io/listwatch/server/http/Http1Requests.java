package io.listwatch.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.listwatch.server.http.request.AcceptHeader;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounds the costs of HTTP/1.1 requests that Armeria does not bound itself:
 *
 * <ul>
 *   <li>It shortens {@link AcceptHeader}s, which Armeria parses on the event loop.
 *   <li>It closes a connection with too many requests whose responses have not been sent. Armeria
 *       executes pipelined requests at once, and keeps the responses until those before them have
 *       been read.
 *   <li>It closes a connection with too many {@link ShortParts} of bodies.
 *   <li>It rejects requests with too many header fields: a field of a few bytes takes a hundred
 *       bytes of memory.
 * </ul>
 *
 * <p>Threads: the event loop.
 */
final class Http1Requests extends ChannelDuplexHandler {
  /**
   * The same limit as for HTTP/2 streams. Hardly any client sends a second request before a
   * response.
   */
  static final int MAX_UNANSWERED = 100;

  /** Maximum number of header fields of a request. Impersonation needs one for each group. */
  static final int MAX_FIELDS = 2_000;

  private static final byte[] TOO_MANY_FIELDS =
      "HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
          .getBytes(US_ASCII);

  private static final Logger log = LoggerFactory.getLogger(Http1Requests.class);

  private final ShortParts shortParts = new ShortParts();
  private int unanswered;
  private int shortPartsOfRequest;
  private boolean decoded;
  private boolean closed;

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    decoded = true;
    if (message instanceof HttpRequest request) {
      unanswered++;
      shortPartsOfRequest = 0;
      if (request.headers().size() > MAX_FIELDS) {
        reject(context);
      }
      shorten(request);
    } else if (message instanceof HttpContent part && !(message instanceof LastHttpContent)) {
      int bytes = part.content().readableBytes();
      shortPartsOfRequest = shortParts.add(shortPartsOfRequest, bytes);
    }
    if (!closed && (unanswered > MAX_UNANSWERED || shortParts.tooMany())) {
      close(context);
    }
    if (closed) {
      ReferenceCountUtil.release(message);
    } else {
      context.fireChannelRead(message);
    }
  }

  private void close(ChannelHandlerContext context) {
    closed = true;
    log.info(
        "Closing the connection of {}: {} requests without a response, too many short chunks: {}",
        context.channel().remoteAddress(),
        unanswered,
        shortParts.tooMany());
    var unused = context.close();
  }

  /** Returns true if a part of a request has been decoded since the last call. */
  boolean hasDecoded() {
    boolean result = decoded;
    decoded = false;
    return result;
  }

  /** Closes the connection, after a response to a request whose head is too large. */
  void reject(ChannelHandlerContext context) {
    if (!closed) {
      closed = true;
      var unused =
          context
              .channel()
              .pipeline()
              .context(RequestLimits.class)
              .writeAndFlush(Unpooled.wrappedBuffer(TOO_MANY_FIELDS))
              .addListener(ChannelFutureListener.CLOSE);
    }
  }

  private static void shorten(HttpRequest request) {
    String name = HttpHeaderNames.ACCEPT.toString();
    String shortened = AcceptHeader.shortened(request.headers().getAll(name));
    if (shortened != null) {
      request.headers().set(name, shortened);
    }
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    var unused =
        context.write(
            message,
            message instanceof LastHttpContent && !isInterim(message)
                ? promise.unvoid().addListener(sent -> unanswered--)
                : promise);
  }

  /** Returns true for 100 Continue, and for 101 Switching Protocols, which ends HTTP/1.1. */
  private static boolean isInterim(Object message) {
    return message instanceof HttpResponse response
        && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
  }
}
