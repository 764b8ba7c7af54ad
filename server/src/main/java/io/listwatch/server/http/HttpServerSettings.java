package io.listwatch.server.http;

import com.linecorp.armeria.server.GracefulShutdown;
import com.linecorp.armeria.server.ServerBuilder;
import io.listwatch.server.http.exchange.BodySizes;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.ssl.SslClientHelloHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Listening addresses and limits of the HTTP server. Every default of Armeria that would harm a
 * watch is overridden here.
 *
 * @param address the main address, with TLS if the server has an identity
 * @param plainAddress an additional address without TLS, on this machine only; null for none
 * @param eventLoops the number of event loop threads
 * @param maxConnections maximum number of open connections; further ones are closed at once
 * @param maxStreamsPerConnection concurrent requests on one HTTP/2 connection, including watches
 * @param requestTimeout the timeout of requests that are not watches
 * @param maxSeats the seats that the requests of all priority levels share; most requests need one
 * @param bookmarkPeriod time between the bookmarks of a quiet watch that requested them
 * @param compressWatches true to compress every watch of a client that accepts gzip, not only
 *     streaming lists
 * @param shutdownTimeout the time that closing waits for requests in progress
 */
public record HttpServerSettings(
    InetSocketAddress address,
    @Nullable InetSocketAddress plainAddress,
    int eventLoops,
    int maxConnections,
    int maxStreamsPerConnection,
    Duration requestTimeout,
    int maxSeats,
    Duration bookmarkPeriod,
    boolean compressWatches,
    Duration shutdownTimeout) {
  /**
   * Number of bytes that may wait in a connection because its client does not read; then its HTTP/2
   * streams wait with their frames, and continue below the lower mark. Armeria sets no limit, so
   * each stream's frame would be encrypted into direct memory of its own.
   */
  private static final WriteBufferWaterMark UNREAD =
      new WriteBufferWaterMark(64 * 1024, 128 * 1024);

  /** Maximum number of flushes of one task that are merged into one. */
  private static final int MAX_FLUSHES = 256;

  /** Label selectors make paths long, and tokens make headers long. */
  private static final int MAX_HEADERS = 256 * 1024;

  public HttpServerSettings {
    if (maxConnections < 1) {
      throw new IllegalArgumentException(
          "maxConnections: %d (expected: at least 1)".formatted(maxConnections));
    }
    if (eventLoops < 1 || maxStreamsPerConnection < 1 || maxSeats < 1) {
      throw new IllegalArgumentException(
          "settings: %d event loops, %d streams, %d seats (expected: at least 1 of each)"
              .formatted(eventLoops, maxStreamsPerConnection, maxSeats));
    }
    if (bookmarkPeriod.isNegative() || bookmarkPeriod.isZero()) {
      throw new IllegalArgumentException(
          "bookmarkPeriod: %s (expected: positive)".formatted(bookmarkPeriod));
    }
    if (plainAddress != null && !plainAddress.getAddress().isLoopbackAddress()) {
      throw new IllegalArgumentException(
          "plainAddress: %s (expected: a loopback address)".formatted(plainAddress));
    }
  }

  /** Returns kube-apiserver's defaults on a loopback address; port 0 for any free port. */
  public static HttpServerSettings onLoopback(int port) {
    return on(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  /** Returns kube-apiserver's defaults on this address; port 0 for any free port. */
  public static HttpServerSettings on(InetSocketAddress address) {
    return new HttpServerSettings(
        address,
        null,
        Runtime.getRuntime().availableProcessors(),
        10_000,
        100,
        Duration.ofSeconds(60),
        600,
        Duration.ofMinutes(1),
        false,
        Duration.ofSeconds(10));
  }

  /** Returns a copy of these settings with {@code changes} applied. */
  public HttpServerSettings with(Consumer<Builder> changes) {
    var builder = new Builder(this);
    changes.accept(builder);
    return builder.build();
  }

  /** Creates the event loops that serve connections. */
  EventLoopGroup newEventLoops() {
    return ConnectionLoops.create(eventLoops);
  }

  /** True if Armeria's graceful shutdown would exceed the timeout. */
  boolean closesQuickly() {
    return shutdownTimeout.compareTo(Duration.ofSeconds(1)) < 0;
  }

  /** Applies all settings except the addresses. */
  void configure(ServerBuilder server, EventLoopGroup group, OpenConnections connections) {
    configureLimits(server);
    configureConnections(server, group, connections);
    configureHttp2(server);
    // Internal errors are logged; clients must not see a stack trace.
    server.verboseResponses(false);
    // Armeria would log errors of clients as if they were the server's.
    server.unloggedExceptionsReportInterval(Duration.ZERO);
    server.disableServerHeader();
    // The server has its own metrics. Armeria's would go to a registry that is shared within the
    // JVM.
    server.meterRegistry(new CompositeMeterRegistry());
  }

  private void configureLimits(ServerBuilder server) {
    // For all requests except watches, which remove the timeout. A request may set a shorter one.
    server.requestTimeout(requestTimeout);
    server.maxRequestLength(BodySizes.MAX_BODY);
    // Armeria's default of 4 KiB is too short for some label selectors.
    server.http1MaxInitialLineLength(MAX_HEADERS);
    server.http1MaxHeaderSize(MAX_HEADERS);
    server.http2MaxHeaderListSize(MAX_HEADERS);
  }

  private void configureConnections(
      ServerBuilder server, EventLoopGroup group, OpenConnections connections) {
    HeadBudget heads = HeadBudget.ofHeap();
    // False, because Armeria would wait for a quiet period of two seconds before it closes them.
    server.workerGroup(group, false);
    server.maxNumConnections(maxConnections);
    // For connections without a request. A watch keeps its connection open, even without events.
    server.idleTimeout(Duration.ofSeconds(90));
    server.childChannelOption(ChannelOption.TCP_NODELAY, true);
    server.childChannelOption(ChannelOption.SO_KEEPALIVE, true);
    // Between HTTP and TLS: the writes of one task to all streams of a connection are encrypted and
    // sent together. This halves the cost of delivering an event to a watcher.
    server.childChannelPipelineCustomizer(
        pipeline -> {
          pipeline.channel().config().setWriteBufferWaterMark(UNREAD);
          pipeline.addLast(new FlushConsolidationHandler(MAX_FLUSHES, true));
          addBetweenHttpAndTls(pipeline, new ControlFrameLimit());
          addBetweenHttpAndTls(pipeline, new RequestLimits(heads));
          FailedHandshakes.handleIn(pipeline);
          connections.add(pipeline.channel());
        });
    // No quiet period: a client that keeps sending requests must not delay the shutdown.
    server.gracefulShutdown(
        GracefulShutdown.builder().quietPeriod(Duration.ZERO).timeout(shutdownTimeout).build());
  }

  /** On a new connection: Armeria adds its decoders later, at the end or in place of another. */
  private static void addBetweenHttpAndTls(ChannelPipeline pipeline, ChannelHandler handler) {
    if (pipeline.context(SslClientHelloHandler.class) == null) {
      pipeline.addFirst(handler);
    } else {
      pipeline.addLast(handler);
    }
  }

  private void configureHttp2(ServerBuilder server) {
    server.http2MaxStreamsPerConnection(maxStreamsPerConnection);
    // For request bodies only, which are small: enough for one body at full speed.
    server.http2InitialStreamWindowSize(256 * 1024);
    server.http2InitialConnectionWindowSize(1024 * 1024);
    // A client that ends its watches resets as many streams as it may have, several times a second.
    // Armeria allows 400 a minute, which a restart of informers exceeds.
    server.http2MaxResetFramesPerWindow(
        ControlFrameLimit.MAX_RESETS, (int) ControlFrameLimit.RESET_WINDOW.toSeconds());
    // Closing and reopening connections that carry watches would gain nothing.
    server.maxConnectionAge(Duration.ZERO);
    server.maxNumRequestsPerConnection(0);
  }

  /** Changes a copy of settings. */
  public static final class Builder {
    private InetSocketAddress address;
    private @Nullable InetSocketAddress plainAddress;
    private int eventLoops;
    private int maxConnections;
    private int maxStreamsPerConnection;
    private Duration requestTimeout;
    private int maxSeats;
    private Duration bookmarkPeriod;
    private boolean compressWatches;
    private Duration shutdownTimeout;

    private Builder(HttpServerSettings settings) {
      address = settings.address;
      plainAddress = settings.plainAddress;
      eventLoops = settings.eventLoops;
      maxConnections = settings.maxConnections;
      maxStreamsPerConnection = settings.maxStreamsPerConnection;
      requestTimeout = settings.requestTimeout;
      maxSeats = settings.maxSeats;
      bookmarkPeriod = settings.bookmarkPeriod;
      compressWatches = settings.compressWatches;
      shutdownTimeout = settings.shutdownTimeout;
    }

    public Builder address(InetSocketAddress newAddress) {
      address = newAddress;
      return this;
    }

    public Builder plainAddress(@Nullable InetSocketAddress newPlainAddress) {
      plainAddress = newPlainAddress;
      return this;
    }

    public Builder eventLoops(int newEventLoops) {
      eventLoops = newEventLoops;
      return this;
    }

    public Builder maxConnections(int newMaxConnections) {
      maxConnections = newMaxConnections;
      return this;
    }

    public Builder maxStreamsPerConnection(int newMaxStreamsPerConnection) {
      maxStreamsPerConnection = newMaxStreamsPerConnection;
      return this;
    }

    public Builder requestTimeout(Duration newRequestTimeout) {
      requestTimeout = newRequestTimeout;
      return this;
    }

    public Builder maxSeats(int newMaxSeats) {
      maxSeats = newMaxSeats;
      return this;
    }

    public Builder bookmarkPeriod(Duration newBookmarkPeriod) {
      bookmarkPeriod = newBookmarkPeriod;
      return this;
    }

    public Builder compressWatches(boolean newCompressWatches) {
      compressWatches = newCompressWatches;
      return this;
    }

    public Builder shutdownTimeout(Duration newShutdownTimeout) {
      shutdownTimeout = newShutdownTimeout;
      return this;
    }

    private HttpServerSettings build() {
      return new HttpServerSettings(
          address,
          plainAddress,
          eventLoops,
          maxConnections,
          maxStreamsPerConnection,
          requestTimeout,
          maxSeats,
          bookmarkPeriod,
          compressWatches,
          shutdownTimeout);
    }
  }
}
