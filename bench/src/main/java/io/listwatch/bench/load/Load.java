package io.listwatch.bench.load;

import io.listwatch.bench.Settings;
import io.listwatch.bench.load.Writers.Write;
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
  private static final String BINDINGS = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings";
  private static final String BINDING =
      """
      {"metadata":{"name":"bench-users"},
       "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"edit"},
       "subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"Group","name":"users"}]}
      """;

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("load", true), NioIoHandler.newFactory());
  private final SslContext tls = tls();
  private final List<LoadConnection> opened = new ArrayList<>();
  private final String token;

  Load() {
    this(ServerProcess.TOKEN);
  }

  private Load(String token) {
    this.token = token;
  }

  /** Returns a load that sends its requests as the setting {@code user}, or as administrator. */
  static Load of(Settings settings) {
    return new Load(settings.text("user", ServerProcess.TOKEN));
  }

  /** Lets the load's user write ordinary objects, unless it is an administrator. */
  void grantAccess(ServerProcess server) {
    if (!token.equals(ServerProcess.TOKEN) && !server.isFloor()) {
      try (var administrator = connect(server.address()).as(ServerProcess.TOKEN)) {
        var unused = Writers.send(administrator, i -> Write.post(BINDINGS, BINDING), 1, 1);
      }
    }
  }

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
    var connection = new LoadConnection(loops, tls, server).as(token);
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
