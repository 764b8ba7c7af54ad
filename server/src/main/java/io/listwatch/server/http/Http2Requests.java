package io.listwatch.server.http;

import com.linecorp.armeria.common.HttpHeaderNames;
import io.listwatch.server.http.request.AcceptHeader;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;

/**
 * Bounds the costs of HTTP/2 frames that Armeria and Netty do not bound themselves:
 *
 * <ul>
 *   <li>{@link AcceptHeader}s, which Armeria parses on the event loop: some tens of thousands of
 *       media ranges would take tens of milliseconds.
 *   <li>Sizes of the table of response headers, each of which Netty queues for the next response.
 *   <li>{@link ShortParts} of bodies.
 * </ul>
 *
 * <p>Threads: the event loop.
 */
final class Http2Requests extends Http2FrameListenerDecorator {
  /** The maximum number of changes to the size of the table. Clients set it once, if at all. */
  static final int MAX_TABLE_CHANGES = 1_000;

  private final Http2Connection connection;
  private final Http2Connection.PropertyKey shortPartsOfStream;
  private final ShortParts shortParts = new ShortParts();
  private int tableChanges;

  Http2Requests(Http2FrameListener listener, Http2Connection connection) {
    super(listener);
    this.connection = connection;
    this.shortPartsOfStream = connection.newKey();
  }

  @Override
  public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings)
      throws Http2Exception {
    if (settings.headerTableSize() != null) {
      tableChanges++;
      if (tableChanges > MAX_TABLE_CHANGES) {
        throw tooMany("sizes of the header table", MAX_TABLE_CHANGES);
      }
    }
    super.onSettingsRead(context, settings);
  }

  private static Http2Exception tooMany(String what, int max) {
    return Http2Exception.connectionError(
        Http2Error.ENHANCE_YOUR_CALM, "more than %d %s", max, what);
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext context, int id, ByteBuf data, int padding, boolean endOfStream)
      throws Http2Exception {
    Http2Stream stream = connection.stream(id);
    if (stream != null && !endOfStream) {
      Integer earlier = stream.getProperty(shortPartsOfStream);
      int now = shortParts.add(earlier == null ? 0 : earlier, data.readableBytes());
      stream.setProperty(shortPartsOfStream, now);
      if (shortParts.tooMany()) {
        throw tooMany("short parts of bodies", ShortParts.MAX);
      }
    }
    return super.onDataRead(context, id, data, padding, endOfStream);
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context,
      int stream,
      Http2Headers headers,
      int padding,
      boolean endOfStream)
      throws Http2Exception {
    shorten(headers);
    super.onHeadersRead(context, stream, headers, padding, endOfStream);
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context,
      int stream,
      Http2Headers headers,
      int dependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean endOfStream)
      throws Http2Exception {
    shorten(headers);
    super.onHeadersRead(
        context, stream, headers, dependency, weight, exclusive, padding, endOfStream);
  }

  private static void shorten(Http2Headers headers) {
    String shortened = AcceptHeader.shortened(headers.getAll(HttpHeaderNames.ACCEPT));
    if (shortened != null) {
      headers.set(HttpHeaderNames.ACCEPT, shortened);
    }
  }
}
