package io.listwatch.server.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslClientHelloHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections whose TLS handshake fails, and logs them at debug level. Armeria would log a
 * warning with a stack trace, for each connection of a port scanner.
 *
 * <p>Placed after the TLS handler. Removes itself from the pipeline when the handshake succeeds.
 */
final class FailedHandshakes extends ChannelInboundHandlerAdapter {
  private static final Logger log = LoggerFactory.getLogger(FailedHandshakes.class);

  /** Adds this handler and a {@link PlainHttpRejection} to the pipeline of a TLS port. */
  static void handleIn(ChannelPipeline pipeline) {
    var tls = pipeline.context(SslClientHelloHandler.class);
    if (tls != null) {
      pipeline.addAfter(tls.name(), null, new FailedHandshakes());
      pipeline.addFirst(new PlainHttpRejection());
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof SslHandshakeCompletionEvent handshake) {
      if (!handshake.isSuccess()) {
        close(context, handshake.cause());
        return;
      }
      context.pipeline().remove(this);
    }
    context.fireUserEventTriggered(event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    close(context, cause);
  }

  private static void close(ChannelHandlerContext context, Throwable cause) {
    log.debug(
        "TLS handshake with {} failed: {}", context.channel().remoteAddress(), cause.toString());
    var unused = context.close();
  }
}
