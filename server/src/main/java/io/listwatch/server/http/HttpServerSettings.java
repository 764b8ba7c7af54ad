package io.listwatch.server.http;

import com.linecorp.armeria.common.util.EventLoopGroups;
import com.linecorp.armeria.server.GracefulShutdown;
import com.linecorp.armeria.server.ServerBuilder;
import io.listwatch.server.http.exchange.BodySizes;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the server listens and what it bears: every default of the HTTP library that would hurt a
 * stream is set here, on purpose.
 *
 * @param address where it listens, with TLS if the server is given an identity
 * @param plainAddress where it also listens without TLS, on this machine only; null for nowhere
 * @param eventLoops how many threads serve connections
 * @param maxStreamsPerConnection requests at a time on one HTTP/2 connection, watches included
 * @param requestTimeout for whatever is not a watch
 * @param maxReads how many requests that only read may be in progress; watches do not count
 * @param maxWrites the same for those that write
 * @param bookmarkPeriod how often a quiet watch is told that it has missed nothing, if it asked for
 *     that
 * @param shutdownTimeout how long closing waits for requests in progress
 */
public record HttpServerSettings(
    InetSocketAddress address,
    @Nullable InetSocketAddress plainAddress,
    int eventLoops,
    int maxStreamsPerConnection,
    Duration requestTimeout,
    int maxReads,
    int maxWrites,
    Duration bookmarkPeriod,
    Duration shutdownTimeout) {
  /** How many flushes of one task are made one. */
  private static final int MAX_FLUSHES = 256;

  /** Paths carry selectors, and headers carry tokens: both may be long. */
  private static final int MAX_HEADERS = 256 * 1024;

  public HttpServerSettings {
    if (eventLoops < 1 || maxStreamsPerConnection < 1 || maxReads < 1 || maxWrites < 1) {
      throw new IllegalArgumentException(
          "settings: %d event loops, %d streams, %d reads, %d writes (expected: at least 1 of each)"
              .formatted(eventLoops, maxStreamsPerConnection, maxReads, maxWrites));
    }
    if (bookmarkPeriod.isNegative() || bookmarkPeriod.isZero()) {
      throw new IllegalArgumentException(
          "bookmarkPeriod: %s (expected: positive)".formatted(bookmarkPeriod));
    }
    if (plainAddress != null && !plainAddress.getAddress().isLoopbackAddress()) {
      throw new IllegalArgumentException(
          "plainAddress: %s (expected: one of this machine's own)".formatted(plainAddress));
    }
  }

  /** What the reference has, at an address of this machine; port 0 means any that is free. */
  public static HttpServerSettings onLoopback(int port) {
    return new HttpServerSettings(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
        null,
        Runtime.getRuntime().availableProcessors(),
        100,
        Duration.ofSeconds(60),
        400,
        200,
        Duration.ofMinutes(1),
        Duration.ofSeconds(10));
  }

  public HttpServerSettings listeningOn(InetSocketAddress newAddress) {
    return new HttpServerSettings(
        newAddress,
        plainAddress,
        eventLoops,
        maxStreamsPerConnection,
        requestTimeout,
        maxReads,
        maxWrites,
        bookmarkPeriod,
        shutdownTimeout);
  }

  public HttpServerSettings plainOn(@Nullable InetSocketAddress newPlainAddress) {
    return new HttpServerSettings(
        address,
        newPlainAddress,
        eventLoops,
        maxStreamsPerConnection,
        requestTimeout,
        maxReads,
        maxWrites,
        bookmarkPeriod,
        shutdownTimeout);
  }

  public HttpServerSettings withTimeouts(Duration ofRequests, Duration ofShutdown) {
    return new HttpServerSettings(
        address,
        plainAddress,
        eventLoops,
        maxStreamsPerConnection,
        ofRequests,
        maxReads,
        maxWrites,
        bookmarkPeriod,
        ofShutdown);
  }

  public HttpServerSettings withInFlight(int reads, int writes) {
    return new HttpServerSettings(
        address,
        plainAddress,
        eventLoops,
        maxStreamsPerConnection,
        requestTimeout,
        reads,
        writes,
        bookmarkPeriod,
        shutdownTimeout);
  }

  public HttpServerSettings withBookmarks(Duration period) {
    return new HttpServerSettings(
        address,
        plainAddress,
        eventLoops,
        maxStreamsPerConnection,
        requestTimeout,
        maxReads,
        maxWrites,
        period,
        shutdownTimeout);
  }

  /** The threads that serve connections. */
  EventLoopGroup newEventLoops() {
    return EventLoopGroups.newEventLoopGroup(eventLoops, "listwatch-http", true);
  }

  /** Whether the HTTP library's own way to close would take too long. */
  boolean closesQuickly() {
    return shutdownTimeout.compareTo(Duration.ofSeconds(1)) < 0;
  }

  /** Sets everything but where to listen. */
  void configure(ServerBuilder server, EventLoopGroup group, OpenConnections connections) {
    configureLimits(server);
    configureConnections(server, group, connections);
    configureHttp2(server);
    // What went wrong inside is logged; a stack trace is nothing for a client.
    server.verboseResponses(false);
    // The library would tell of what clients did wrong as if it were the server's.
    server.unloggedExceptionsReportInterval(Duration.ZERO);
    server.disableServerHeader();
    // We measure for ourselves; the library would share a registry with whoever is in the JVM.
    server.meterRegistry(new CompositeMeterRegistry());
  }

  private void configureLimits(ServerBuilder server) {
    // For everything but watches, which take it off; each request may ask for less.
    server.requestTimeout(requestTimeout);
    server.maxRequestLength(BodySizes.MAX_BODY);
    // The library's 4 KiB is less than some label selectors.
    server.http1MaxInitialLineLength(MAX_HEADERS);
    server.http1MaxHeaderSize(MAX_HEADERS);
    server.http2MaxHeaderListSize(MAX_HEADERS);
  }

  private void configureConnections(
      ServerBuilder server, EventLoopGroup group, OpenConnections connections) {
    // The library would wait for two quiet seconds before it lets go of them.
    server.workerGroup(group, false);
    // Connections without a request; a watch keeps its connection alive however quiet it is.
    server.idleTimeout(Duration.ofSeconds(90));
    server.childChannelOption(ChannelOption.TCP_NODELAY, true);
    server.childChannelOption(ChannelOption.SO_KEEPALIVE, true);
    // A reader that stops costs its connection at most this, beside one write of each stream.
    server.childChannelOption(
        ChannelOption.WRITE_BUFFER_WATER_MARK,
        new WriteBufferWaterMark(BodySizes.WRITE_SIZE, 4 * BodySizes.WRITE_SIZE));
    // Between HTTP and TLS: what one task of a loop writes to the streams of a connection is
    // encrypted and sent together. Halves what delivering an event to a watcher takes.
    server.childChannelPipelineCustomizer(
        pipeline -> {
          pipeline.addLast(new FlushConsolidationHandler(MAX_FLUSHES, true));
          FailedHandshakes.handleIn(pipeline);
          connections.add(pipeline.channel());
        });
    // No quiet period: a client that keeps asking must not keep the server from closing.
    server.gracefulShutdown(
        GracefulShutdown.builder().quietPeriod(Duration.ZERO).timeout(shutdownTimeout).build());
  }

  private void configureHttp2(ServerBuilder server) {
    server.http2MaxStreamsPerConnection(maxStreamsPerConnection);
    // Of what clients send, which is little: a body at full speed, not more.
    server.http2InitialStreamWindowSize(256 * 1024);
    server.http2InitialConnectionWindowSize(1024 * 1024);
    // A client that ends its watches resets streams: as many as it may have, some times a second.
    // The library allows 400 a minute, which a restart of informers exceeds.
    server.http2MaxResetFramesPerWindow(20 * maxStreamsPerConnection, 10);
    // Nothing to gain from closing and opening connections that carry watches.
    server.maxConnectionAge(Duration.ZERO);
    server.maxNumRequestsPerConnection(0);
  }
}
