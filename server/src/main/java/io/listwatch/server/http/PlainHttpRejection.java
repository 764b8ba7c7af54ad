package io.listwatch.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.Set;

/**
 * Rejects plain HTTP on a TLS port with 400 and closes the connection, as Go's HTTP server does.
 *
 * <p>Placed before the TLS handler. Removes itself from the pipeline if the connection does not
 * start with an HTTP method.
 */
final class PlainHttpRejection extends ByteToMessageDecoder {
  /** The length of a TLS record header, for which the TLS handler waits too. */
  private static final int PREFIX = 5;

  private static final Set<String> METHODS =
      Set.of("GET /", "HEAD ", "POST ", "PUT /", "PATCH", "DELET", "OPTIO");

  private static final byte[] RESPONSE =
      "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n"
          .getBytes(US_ASCII);

  private boolean rejected;

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (rejected) {
      in.skipBytes(in.readableBytes());
    } else if (in.readableBytes() >= PREFIX) {
      decide(context, in);
    }
  }

  private void decide(ChannelHandlerContext context, ByteBuf in) {
    if (!METHODS.contains(in.toString(in.readerIndex(), PREFIX, US_ASCII))) {
      context.pipeline().remove(this);
      return;
    }
    rejected = true;
    in.skipBytes(in.readableBytes());
    var unused =
        context
            .writeAndFlush(Unpooled.wrappedBuffer(RESPONSE))
            .addListener(ChannelFutureListener.CLOSE);
  }
}
