package io.listwatch.client.config;

import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The proxies of the environment, as Go's {@code net/http} reads it: {@code HTTPS_PROXY} for
 * servers with TLS, {@code HTTP_PROXY} for others, and {@code NO_PROXY} for exceptions; each also
 * in lower case. Servers on this machine never use a proxy.
 */
final class EnvironmentProxies {
  private final Map<String, String> environment;
  private final DirectHosts direct;

  private EnvironmentProxies(Map<String, String> environment) {
    this.environment = environment;
    this.direct = DirectHosts.parse(value("NO_PROXY"));
  }

  static EnvironmentProxies of(Map<String, String> environment) {
    return new EnvironmentProxies(Map.copyOf(environment));
  }

  private String value(String name) {
    String value = environment.getOrDefault(name, "");
    return value.isEmpty() ? environment.getOrDefault(name.toLowerCase(Locale.ROOT), "") : value;
  }

  /**
   * Returns the proxy for a server.
   *
   * @throws IllegalArgumentException if its type is not supported, such as SOCKS
   */
  Optional<URI> proxy(URI server) {
    boolean secure = "https".equals(server.getScheme());
    String named = secure ? value("HTTPS_PROXY") : plainProxy();
    if (named.isEmpty() || direct.contains(server.getHost(), port(server, secure))) {
      return Optional.empty();
    }
    String address = named.contains("://") ? named : "http://" + named;
    return Optional.ofNullable(ServerAddress.parseProxy(address));
  }

  /**
   * In a CGI script {@code HTTP_PROXY} is the {@code Proxy} header of the request, which any client
   * may send.
   */
  private String plainProxy() {
    return environment.containsKey("REQUEST_METHOD")
        ? environment.getOrDefault("http_proxy", "")
        : value("HTTP_PROXY");
  }

  private static int port(URI server, boolean secure) {
    return server.getPort() >= 0 ? server.getPort() : secure ? 443 : 80;
  }
}
