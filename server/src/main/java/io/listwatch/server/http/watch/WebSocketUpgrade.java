package io.listwatch.server.http.watch;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.websocket.WebSocket;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.linecorp.armeria.server.websocket.WebSocketProtocolHandler;
import com.linecorp.armeria.server.websocket.WebSocketService;
import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.server.http.exchange.Exchange;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.ApiErrors;
import java.util.Locale;

/**
 * Upgrades a request to a WebSocket by kube-apiserver's rules: an Origin header is required, with
 * any value, and the first protocol that the client offers is accepted, whichever it is.
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
    if (headers.get(HttpHeaderNames.ORIGIN, "").isEmpty()) {
      throw new ApiException(Status.of(StatusReason.FORBIDDEN, "missing Origin header"));
    }
    if (!headers.get(HttpHeaderNames.SEC_WEBSOCKET_VERSION, "").equals("13")
        || headers.get(HttpHeaderNames.SEC_WEBSOCKET_KEY, "").isEmpty()) {
      throw ApiErrors.badRequest("missing or bad WebSocket version or key");
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

  private HttpResponse encode(Exchange exchange, WebSocket outbound) {
    HttpResponse response = protocol.encode(exchange.context(), outbound);
    String offered = exchange.headers().get(HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL, "");
    String first = offered.split(",", 2)[0].trim();
    return first.isEmpty()
        ? response
        : response.mapInformational(
            headers ->
                headers.withMutations(
                    builder -> builder.set(HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL, first)));
  }
}
