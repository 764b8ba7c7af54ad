package io.listwatch.server.http;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.listwatch.server.http.watch.WebSocketUpgrade;
import java.util.Locale;
import java.util.Set;

/**
 * Rejects requests of web pages to the port without TLS, where no credentials are needed. A browser
 * on this machine sends the page's {@code Origin}, {@code Sec-Fetch-Site: cross-site}, or a {@code
 * Host} that is not this server's name (DNS rebinding). The server's own pages may send requests.
 */
final class PlainHttpGuard {
  static final String REJECTION = "Forbidden: this port is for programs on this machine\n";

  private static final Set<String> OWN_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  private PlainHttpGuard() {}

  /**
   * True if the request must be rejected.
   *
   * @param ownPages true if the server has web pages
   */
  static boolean rejects(ServiceRequestContext context, RequestHeaders headers, boolean ownPages) {
    return !context.sessionProtocol().isTls()
        && (foreignHost(headers) || foreignOrigin(headers, ownPages) || crossSite(headers));
  }

  /** An image of a web page, for example, is requested without an Origin. */
  private static boolean crossSite(RequestHeaders headers) {
    return headers.get("sec-fetch-site", "").equalsIgnoreCase("cross-site");
  }

  private static boolean foreignHost(RequestHeaders headers) {
    String authority = headers.authority();
    return authority != null && !OWN_NAMES.contains(host(authority));
  }

  private static String host(String authority) {
    int port = authority.lastIndexOf(':');
    String host = port > authority.lastIndexOf(']') ? authority.substring(0, port) : authority;
    return host.toLowerCase(Locale.ROOT);
  }

  /**
   * The server's own origin is allowed if the server has web pages, whose writes carry it. Without
   * pages it is allowed for WebSocket clients, which must send an Origin.
   */
  private static boolean foreignOrigin(RequestHeaders headers, boolean ownPages) {
    String origin = headers.get(HttpHeaderNames.ORIGIN, "");
    boolean own = origin.equalsIgnoreCase("http://" + headers.authority());
    return !origin.isEmpty() && !(own && (ownPages || WebSocketUpgrade.asked(headers)));
  }
}
