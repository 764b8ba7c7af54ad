package io.listwatch.bench.load;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/**
 * The client side of a benchmark: one thread for all connections, so that counters need no locks
 * and the server has the other core.
 */
final class Load implements AutoCloseable {
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("load", true), NioIoHandler.newFactory());
  private final SslContext tls = tls();
  private final List<LoadConnection> opened = new ArrayList<>();

  /** Does not verify the certificate: the server is a child process on loopback. */
  private static SslContext tls() {
    try {
      return SslContextBuilder.forClient()
          .trustManager(InsecureTrustManagerFactory.INSTANCE)
          .endpointIdentificationAlgorithm(null)
          .ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
          .applicationProtocolConfig(
              new ApplicationProtocolConfig(
                  Protocol.ALPN,
                  SelectorFailureBehavior.NO_ADVERTISE,
                  SelectedListenerFailureBehavior.ACCEPT,
                  ApplicationProtocolNames.HTTP_2))
          .build();
    } catch (SSLException e) {
      throw new IllegalStateException("no TLS", e);
    }
  }

  LoadConnection connect(URI server) {
    var connection = new LoadConnection(loops, tls, server);
    opened.add(connection);
    return connection;
  }

  List<LoadConnection> connect(URI server, int count) {
    List<LoadConnection> connections = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      connections.add(connect(server));
    }
    return connections;
  }

  /** Closes all connections, so that the next measurement starts without any. */
  void disconnect() {
    opened.forEach(LoadConnection::close);
    opened.clear();
  }

  @Override
  public void close() {
    disconnect();
    loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
