package io.listwatch.server.transcript;

import io.listwatch.server.http.TextMessages;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Replays watches that were recorded over WebSocket. */
final class SocketClient {
  private final HttpClient client;
  private final URI server;
  private final String token;

  SocketClient(HttpClient client, URI server, String token) {
    this.client = client;
    this.server = server;
    this.token = token;
  }

  List<String> differences(Step step, Bindings bindings) throws InterruptedException {
    var listener = new Listener();
    try {
      WebSocket socket = connect(step, bindings, listener);
      var differences = new ArrayList<>(listener.stream.differences(step, bindings));
      socket.abort();
      String protocol = step.wire().with().getOrDefault("sec-websocket-protocol", "");
      if (!socket.getSubprotocol().equals(protocol)) {
        differences.add("protocol: %s (expected: %s)".formatted(socket.getSubprotocol(), protocol));
      }
      return differences;
    } catch (CompletionException e) {
      if (e.getCause() instanceof WebSocketHandshakeException refused) {
        return refusal(refused).differences(step, bindings);
      }
      throw e;
    }
  }

  private WebSocket connect(Step step, Bindings bindings, Listener listener) {
    var builder = client.newWebSocketBuilder().header("Authorization", "Bearer " + token);
    String origin = step.wire().with().get("origin");
    if (origin != null) {
      builder.header("Origin", origin);
    }
    String protocol = step.wire().with().get("sec-websocket-protocol");
    if (protocol != null) {
      builder.subprotocols(protocol);
    }
    URI address = server.resolve(bindings.resolve(step.path()));
    return builder
        .buildAsync(URI.create(address.toString().replaceFirst("http", "ws")), listener)
        .join();
  }

  private static WireResponse refusal(WebSocketHandshakeException refused) {
    var response = refused.getResponse();
    Map<String, List<String>> headers = new HashMap<>(response.headers().map());
    Object body = response.body();
    byte[] bytes = body == null ? new byte[0] : body.toString().getBytes(StandardCharsets.UTF_8);
    return WireResponse.of(response.statusCode(), HttpHeaders.of(headers, (a, b) -> true), bytes);
  }

  /** Passes the messages on as events. */
  private static final class Listener extends TextMessages {
    private final EventStream stream;

    Listener() {
      this(new EventStream(() -> {}));
    }

    private Listener(EventStream stream) {
      super(stream::event);
      this.stream = stream;
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
      stream.ended("binary frame");
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
      stream.ended("clean end");
      return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
      stream.ended("broken: " + error);
    }
  }
}
