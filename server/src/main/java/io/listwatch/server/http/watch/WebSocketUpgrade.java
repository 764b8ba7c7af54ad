package io.listwatch.server.http.watch;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.websocket.WebSocket;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.linecorp.armeria.server.websocket.WebSocketProtocolHandler;
import com.linecorp.armeria.server.websocket.WebSocketService;
import io.listwatch.model.StatusReason;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.exchange.HandshakeException;
import io.listwatch.server.http.exchange.SocketProtocols;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.ApiErrors;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;

/**
 * Upgrades a request to a WebSocket by kube-apiserver's rules: an Origin header is required, which
 * may be any URI, and whatever protocol the client offers is accepted, but an offer of several
 * protocols is rejected.
 */
public final class WebSocketUpgrade {
  private final WebSocketProtocolHandler protocol =
      WebSocketService.builder((context, inbound) -> inbound).build().protocolHandler();

  public WebSocketProtocolHandler protocol() {
    return protocol;
  }

  public static boolean asked(Exchange exchange) {
    return asked(exchange.headers());
  }

  public static boolean asked(RequestHeaders headers) {
    return headers.method() == HttpMethod.GET
        && headers.get(HttpHeaderNames.UPGRADE, "").toLowerCase(Locale.ROOT).contains("websocket")
        && headers.get(HttpHeaderNames.CONNECTION, "").toLowerCase(Locale.ROOT).contains("upgrade");
  }

  FrameSink accept(Exchange exchange, Representation representation) {
    RequestHeaders headers = exchange.headers();
    if (!isUri(headers.get(HttpHeaderNames.ORIGIN, ""))) {
      throw new HandshakeException(StatusReason.FORBIDDEN, "missing or bad Origin header");
    }
    if (!headers.get(HttpHeaderNames.SEC_WEBSOCKET_VERSION, "").equals("13")
        || headers.get(HttpHeaderNames.SEC_WEBSOCKET_KEY, "").isEmpty()) {
      throw ApiErrors.badRequest("missing or bad WebSocket version or key");
    }
    if (SocketProtocols.negotiable(exchange).size() > 1) {
      throw new HandshakeException(StatusReason.BAD_REQUEST, "more than one protocol");
    }
    ServiceRequestContext context = exchange.context();
    // Messages of the client must not end the socket, which lives as long as the watch.
    context.setMaxRequestLength(0);
    context.setRequestAutoAbortDelayMillis(-1);
    WebSocket inbound = protocol.decode(context, exchange.request());
    return new WebSocketFrames(
        context.alloc(),
        context.eventLoop().withoutContext(),
        representation.format() == Representation.Format.PROTOBUF,
        inbound,
        outbound -> encode(exchange, outbound));
  }

  private static boolean isUri(String origin) {
    try {
      return new URI(origin).isAbsolute() || origin.startsWith("/");
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private HttpResponse encode(Exchange exchange, WebSocket outbound) {
    HttpResponse response = protocol.encode(exchange.context(), outbound);
    List<String> offered = SocketProtocols.negotiable(exchange);
    return offered.isEmpty()
        ? response
        : response.mapInformational(
            headers ->
                headers.withMutations(
                    builder ->
                        builder.set(HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL, offered.get(0))));
  }
}
