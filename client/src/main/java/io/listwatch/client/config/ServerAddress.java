package io.listwatch.client.config;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Validates the URLs of servers and proxies. */
final class ServerAddress {
  private ServerAddress() {}

  /** Returns a server's URL, without the slash at its end. */
  static URI of(URI address) {
    String scheme = address.getScheme();
    boolean known = "http".equals(scheme) || "https".equals(scheme);
    if (!known || address.getHost() == null || address.getQuery() != null) {
      throw wrong("server", address, "http:// or https://, a host, perhaps a port and a path");
    }
    String text = address.toString();
    return text.endsWith("/") ? URI.create(text.substring(0, text.length() - 1)) : address;
  }

  /** A proxy's URL. The JDK's HTTP client connects to proxies without TLS. */
  static URI ofProxy(URI address) {
    if (!"http".equals(address.getScheme()) || address.getHost() == null) {
      throw wrong("proxy", address, "http:// and a host; no other kind of proxy can be used");
    }
    return address;
  }

  /**
   * Parses an address of a kubeconfig. A host alone is enough; {@code secure} decides whether it
   * means https.
   */
  static URI parse(String text, boolean secure) {
    if (text.isEmpty()) {
      return URI.create("http://localhost:8080");
    }
    String whole = text.contains("://") ? text : (secure ? "https://" : "http://") + text;
    return of(uri("server", whole));
  }

  static @Nullable URI parseProxy(String text) {
    return text.isEmpty() ? null : ofProxy(uri("proxy-url", text));
  }

  private static URI uri(String name, String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + ": '" + text + "' (expected: an address)", e);
    }
  }

  private static IllegalArgumentException wrong(String name, URI found, String expected) {
    return new IllegalArgumentException(
        "%s: %s (expected: %s)".formatted(name, withoutUser(found), expected));
  }

  private static String withoutUser(URI address) {
    return address.toString().replaceFirst("//[^/@]*@", "//…@");
  }
}
