package io.listwatch.client.http;

import io.listwatch.client.config.ClientConfig;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Creates the JDK's HTTP clients, each with its own connections. */
final class HttpClients {
  private static final Duration CONNECT = Duration.ofSeconds(30);

  private final ClientConfig config;
  private final Executor executor;
  private final @Nullable SSLContext tls;

  HttpClients(ClientConfig config, Executor executor, @Nullable SSLContext tls) {
    this.config = config;
    this.executor = executor;
    this.tls = tls;
  }

  /**
   * @param version the version to use with TLS. Without TLS it is HTTP/1.1, because some servers
   *     mishandle the upgrade to HTTP/2.
   */
  HttpClient create(HttpClient.Version version) {
    var builder =
        HttpClient.newBuilder()
            .version(tls == null ? HttpClient.Version.HTTP_1_1 : version)
            .executor(executor)
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER);
    if (tls != null) {
      builder.sslContext(tls).sslParameters(parameters());
    }
    config.proxy().ifPresent(proxy -> useProxy(builder, proxy));
    return builder.build();
  }

  private static SSLParameters parameters() {
    var parameters = new SSLParameters();
    parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
    return parameters;
  }

  private static void useProxy(HttpClient.Builder builder, URI proxy) {
    int port = proxy.getPort() < 0 ? 80 : proxy.getPort();
    builder.proxy(ProxySelector.of(new InetSocketAddress(proxy.getHost(), port)));
    String user = proxy.getUserInfo();
    if (user != null) {
      builder.authenticator(new ProxyUser(user));
    }
  }

  /** Authenticates to the proxy, never to a server. */
  private static final class ProxyUser extends Authenticator {
    private final String user;

    private ProxyUser(String user) {
      this.user = user;
    }

    @Override
    protected @Nullable PasswordAuthentication getPasswordAuthentication() {
      if (getRequestorType() != RequestorType.PROXY) {
        return null;
      }
      int colon = user.indexOf(':');
      return colon < 0
          ? new PasswordAuthentication(user, new char[0])
          : new PasswordAuthentication(
              user.substring(0, colon), user.substring(colon + 1).toCharArray());
    }
  }
}
