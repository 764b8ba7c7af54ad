package io.listwatch.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpServerUpgradeHandler.SourceCodec;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds {@link Http1Requests} or {@link Http2Requests} behind the decoder of a connection, once
 * Armeria has added the decoder. Charges unfinished heads of HTTP/1.1 to a {@link HeadBudget}.
 *
 * <p>Placed between HTTP and TLS, where it sees the bytes by which Armeria chooses a decoder.
 * Threads: the event loop.
 */
final class RequestLimits extends ChannelInboundHandlerAdapter {
  /** The number of bytes by which Armeria detects HTTP/2 on a connection without TLS. */
  private static final int DETECTED_BYTES = 4;

  private final HeadBudget.Share head;
  private @Nullable Http1Requests http1;

  RequestLimits(HeadBudget heads) {
    this.head = heads.open();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ChannelPipeline pipeline = context.pipeline();
    if (!addBehindDecoder(pipeline)
        && message instanceof ByteBuf bytes
        && bytes.readableBytes() > DETECTED_BYTES) {
      context.fireChannelRead(bytes.readRetainedSlice(DETECTED_BYTES));
      addBehindDecoder(pipeline);
    }
    if (http1 != null && message instanceof ByteBuf bytes) {
      readHttp1(context, http1, bytes);
    } else {
      context.fireChannelRead(message);
    }
  }

  private void readHttp1(ChannelHandlerContext context, Http1Requests requests, ByteBuf bytes) {
    // Counted before the decoder releases them, even if they are not part of a head.
    int length = bytes.readableBytes();
    int lines = lines(bytes);
    context.fireChannelRead(bytes);
    if (requests.hasDecoded()) {
      head.close();
      return;
    }
    head.add(length, lines);
    if (head.isExceeded()) {
      head.close();
      requests.reject(context);
    }
  }

  private static int lines(ByteBuf bytes) {
    int lines = 0;
    int at = bytes.readerIndex();
    int end = bytes.writerIndex();
    for (int line = bytes.indexOf(at, end, (byte) '\n');
        line >= 0;
        line = bytes.indexOf(line + 1, end, (byte) '\n')) {
      lines++;
    }
    return lines;
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    head.close();
    context.fireChannelInactive();
  }

  /** Returns false if there is no decoder yet. */
  private boolean addBehindDecoder(ChannelPipeline pipeline) {
    // Also after HTTP/1.1, from which a client without TLS may upgrade.
    var http2 = pipeline.get(Http2ConnectionHandler.class);
    if (http2 != null) {
      Http2ConnectionDecoder decoder = http2.decoder();
      decoder.frameListener(new Http2Requests(decoder.frameListener(), http2.connection()));
      http1 = null;
      head.close();
      pipeline.remove(this);
      return true;
    }
    if (http1 == null) {
      http1 = addBehindHttp1(pipeline);
    }
    return http1 != null;
  }

  private static @Nullable Http1Requests addBehindHttp1(ChannelPipeline pipeline) {
    for (Map.Entry<String, ChannelHandler> each : pipeline) {
      if (each.getValue() instanceof SourceCodec) {
        var added = new Http1Requests();
        pipeline.addAfter(each.getKey(), null, added);
        return added;
      }
    }
    return null;
  }
}
