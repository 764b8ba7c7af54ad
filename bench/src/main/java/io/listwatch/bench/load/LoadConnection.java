package io.listwatch.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.ssl.SslContext;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/2 connection that passes frames to {@link ResponseListener}s as they arrive. It has the
 * flow-control windows of Go's client: 4 MiB per stream, 1 GiB per connection, frames of 16 KiB.
 *
 * <p>Threads: any thread may send requests; the event loop calls the listeners.
 */
final class LoadConnection implements AutoCloseable {
  private static final int STREAM_WINDOW = 4 << 20;
  private static final int CONNECTION_WINDOW = 1 << 30;
  private static final int RETRY_MILLIS = 20;

  private final Http2Connection connection = new DefaultHttp2Connection(false);
  private final Http2Connection.PropertyKey answers = connection.newKey();
  private final Frames frames = new Frames();
  private final Http2ConnectionHandler http2 =
      new Http2ConnectionHandlerBuilder()
          .connection(connection)
          .initialSettings(new Http2Settings().initialWindowSize(STREAM_WINDOW).pushEnabled(false))
          .frameListener(frames)
          .gracefulShutdownTimeoutMillis(0)
          .build();
  private final URI server;
  private final Channel channel;
  private volatile String token = ServerProcess.TOKEN;

  /** Why the server closes the connection, if it has said so; only for the event loop. */
  private String goAway = "";

  LoadConnection(EventLoopGroup loops, SslContext tls, URI server) {
    this.server = server;
    connection.addListener(frames);
    this.channel =
        new Bootstrap()
            .group(loops)
            .channel(NioSocketChannel.class)
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel opened) {
                    opened.pipeline().addLast(tls.newHandler(opened.alloc()), http2);
                  }
                })
            .connect(server.getHost(), server.getPort())
            .syncUninterruptibly()
            .channel();
    channel.eventLoop().submit(this::widen).syncUninterruptibly();
  }

  private Void widen() throws Http2Exception {
    var flow = connection.local().flowController();
    flow.incrementWindowSize(connection.connectionStream(), CONNECTION_WINDOW - 65_535);
    channel.flush();
    return null;
  }

  /** Sends further requests as the user with this token. */
  LoadConnection as(String newToken) {
    token = newToken;
    return this;
  }

  /** Runs a task on the event loop after a short while. */
  void later(Runnable task) {
    var unused = channel.eventLoop().schedule(task, RETRY_MILLIS, TimeUnit.MILLISECONDS);
  }

  Http2Headers headers(String method, String path) {
    return new DefaultHttp2Headers()
        .method(method)
        .scheme("https")
        .authority(server.getAuthority())
        .path(path)
        .add("authorization", "Bearer " + token)
        .add("user-agent", "listwatch-bench");
  }

  /** Sends a GET and only counts the bytes of the response. */
  CompletableFuture<Body> get(String path) {
    Body body = Body.counted();
    send(headers("GET", path).add("accept", "application/json"), new byte[0], body);
    return body.whole();
  }

  void send(Http2Headers headers, byte[] body, ResponseListener answer) {
    if (channel.eventLoop().inEventLoop()) {
      sendNow(headers, body, answer);
    } else {
      channel.eventLoop().execute(() -> sendNow(headers, body, answer));
    }
  }

  private void sendNow(Http2Headers headers, byte[] body, ResponseListener answer) {
    ChannelHandlerContext context = channel.pipeline().context(http2);
    int id = connection.local().incrementAndGetNextStreamId();
    var encoder = http2.encoder();
    var sent =
        encoder.writeHeaders(context, id, headers, 0, body.length == 0, context.newPromise());
    Http2Stream stream = connection.stream(id);
    if (stream != null) {
      stream.setProperty(answers, answer);
    }
    if (stream != null && body.length > 0) {
      sent =
          encoder.writeData(
              context, id, Unpooled.wrappedBuffer(body), 0, true, context.newPromise());
    }
    sent.addListener(done -> failIf(done.cause(), answer));
    channel.flush();
  }

  private static void failIf(@Nullable Throwable cause, ResponseListener answer) {
    if (cause != null) {
      answer.broken("not sent: " + cause);
    }
  }

  @Override
  public void close() {
    channel.close().syncUninterruptibly();
  }

  private final class Frames extends Http2EventAdapter {
    @Override
    public void onHeadersRead(
        ChannelHandlerContext context,
        int id,
        Http2Headers headers,
        int dependency,
        short weight,
        boolean exclusive,
        int padding,
        boolean end) {
      onHeadersRead(context, id, headers, padding, end);
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext context, int id, Http2Headers headers, int padding, boolean end) {
      ResponseListener answer = answer(connection.stream(id));
      if (answer != null) {
        if (headers.status() != null) {
          answer.headers(Integer.parseInt(headers.status().toString()));
        }
        endIf(end, id, answer);
      }
    }

    @Override
    public int onDataRead(
        ChannelHandlerContext context, int id, ByteBuf data, int padding, boolean end) {
      int length = data.readableBytes() + padding;
      ResponseListener answer = answer(connection.stream(id));
      if (answer != null && !answer.data(data)) {
        leave(context, id);
      } else if (answer != null) {
        endIf(end, id, answer);
      }
      return length;
    }

    private void leave(ChannelHandlerContext context, int id) {
      connection.stream(id).removeProperty(answers);
      var unused =
          http2
              .encoder()
              .writeRstStream(context, id, Http2Error.CANCEL.code(), context.newPromise());
      context.flush();
    }

    private void endIf(boolean end, int id, ResponseListener answer) {
      if (end) {
        connection.stream(id).removeProperty(answers);
        answer.end();
      }
    }

    @Override
    public void onRstStreamRead(ChannelHandlerContext context, int id, long code) {
      ResponseListener answer = answer(connection.stream(id));
      if (answer != null) {
        answer.broken("stream %d was reset: %s".formatted(id, Http2Error.valueOf(code)));
      }
    }

    @Override
    public void onGoAwayRead(ChannelHandlerContext context, int last, long code, ByteBuf why) {
      goAway = ": %s %s".formatted(Http2Error.valueOf(code), why.toString(UTF_8));
    }

    @Override
    public void onStreamClosed(Http2Stream stream) {
      ResponseListener answer = answer(stream);
      if (answer != null) {
        answer.broken("stream %d was closed before its end%s".formatted(stream.id(), goAway));
      }
    }

    private @Nullable ResponseListener answer(@Nullable Http2Stream stream) {
      return stream == null ? null : stream.getProperty(answers);
    }
  }
}
