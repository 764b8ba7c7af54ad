package io.listwatch.server.http.exchange;

import com.linecorp.armeria.common.HttpHeaderNames;
import io.netty.util.AttributeKey;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The subprotocols that the client of a WebSocket offers. One of them may carry a bearer token, for
 * browsers, which cannot send an {@code Authorization} header.
 *
 * @param others all protocols without the token
 * @param carriesToken true if the client offers a protocol for a token, even an empty or malformed
 *     one
 * @param token null if there is none, or if it is malformed
 */
public record SocketProtocols(List<String> others, boolean carriesToken, @Nullable String token) {
  private static final String BEARER = "base64url.bearer.authorization.k8s.io.";

  /** The protocols that are left once the token has authenticated the client. */
  private static final AttributeKey<String> REMAINING =
      AttributeKey.valueOf(SocketProtocols.class, "REMAINING");

  public SocketProtocols {
    others = List.copyOf(others);
  }

  public static SocketProtocols of(Exchange exchange) {
    var others = new ArrayList<String>();
    var tokens = new ArrayList<String>();
    for (String header : exchange.headers().getAll(HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL)) {
      for (String each : header.split(",", -1)) {
        String protocol = each.trim();
        if (protocol.startsWith(BEARER)) {
          tokens.add(protocol.substring(BEARER.length()));
        } else {
          others.add(protocol);
        }
      }
    }
    // Another protocol is required, because the response must name one that the client offered.
    boolean wellFormed = tokens.size() == 1 && !others.isEmpty();
    boolean carriesToken = tokens.stream().anyMatch(each -> !each.isEmpty()) || tokens.size() > 1;
    return new SocketProtocols(others, carriesToken, wellFormed ? decoded(tokens.get(0)) : null);
  }

  private static @Nullable String decoded(String token) {
    if (token.endsWith("=")) {
      return null;
    }
    try {
      var bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(token));
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (IllegalArgumentException | CharacterCodingException e) {
      return null;
    }
  }

  /** Removes the token from the result of {@link #negotiable}. */
  public void removeToken(Exchange exchange) {
    exchange.context().setAttr(REMAINING, String.join(",", others));
  }

  /** Returns the protocols to choose from: those of the first header, without a removed token. */
  public static List<String> negotiable(Exchange exchange) {
    String remaining = exchange.context().attr(REMAINING);
    String header =
        remaining == null
            ? exchange.headers().get(HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL, "")
            : remaining;
    return header.isBlank() ? List.of() : List.of(header.trim().split("\\s*,\\s*", -1));
  }
}
