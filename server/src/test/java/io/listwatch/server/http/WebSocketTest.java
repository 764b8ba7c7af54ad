package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.server.http.TestServer.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WebSocketTest {
  private TestServer server;

  @BeforeAll
  void start() {
    server = TestServer.start();
    server.put("a", "déjà");
  }

  @AfterAll
  void close() {
    server.close();
  }

  @Test
  void sendsEachEventAsTextMessageWithNewline() throws Exception {
    var reader = new Reader();
    WebSocket socket = open(CONFIG_MAPS + "?watch=true", reader, true);

    String first = reader.next();
    server.put("b" + System.nanoTime(), "1");
    String second = reader.next();

    assertThat(first).contains("déjà").endsWith("}\n");
    assertThat(json(first).path("type").asText()).isEqualTo("ADDED");
    assertThat(json(second).path("type").asText()).isEqualTo("ADDED");
    socket.abort();
    WatchingTest.await(() -> server.server().openWatches() == 0);
  }

  /** kube-apiserver sends a protobuf event as a binary message, without a length in front. */
  @Test
  void sendsEachProtobufEventAsBinaryMessage() throws Exception {
    var reader = new Reader();
    WebSocket socket =
        builder(true)
            .header("Accept", "application/vnd.kubernetes.protobuf;stream=watch")
            .buildAsync(uri(CONFIG_MAPS + "?watch=true"), reader)
            .get(60, TimeUnit.SECONDS);

    byte[] event = reader.nextBinary();

    // The first field is the type; the object's envelope follows.
    assertThat(new String(event, 2, event[1], UTF_8)).isEqualTo("ADDED");
    assertThat(new String(event, UTF_8)).contains("k8s\0").contains("ConfigMap").contains("déjà");
    socket.abort();
    WatchingTest.await(() -> server.server().openWatches() == 0);
  }

  @Test
  void dropsClientMessagesAndRepliesToPings() throws Exception {
    var reader = new Reader();
    WebSocket socket = open(CONFIG_MAPS + "?watch=true", reader, true);
    reader.next();

    socket.sendText("hello", true).join();
    socket.sendPing(ByteBuffer.wrap(new byte[] {1})).join();

    String message = reader.next();
    while (!message.equals("pong")) {
      message = reader.next();
    }
    socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    WatchingTest.await(() -> server.server().openWatches() == 0);
  }

  @Test
  void acceptsOfferedProtocol() throws Exception {
    WebSocket socket =
        builder(true)
            .subprotocols("base64.binary.k8s.io")
            .buildAsync(uri(CONFIG_MAPS + "?watch=true"), new Reader())
            .get(60, TimeUnit.SECONDS);

    assertThat(socket.getSubprotocol()).isEqualTo("base64.binary.k8s.io");
    socket.abort();
  }

  @Test
  void requiresOrigin() {
    assertThatThrownBy(() -> open(CONFIG_MAPS + "?watch=true", new Reader(), false))
        .satisfies(failure -> assertThat(statusOf(failure)).isEqualTo(403));
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://evil.example.com", "http://127.0.0.1:1", "null"})
  void rejectsWebPagesWithoutTls(String origin) {
    assertThatThrownBy(
            () ->
                server
                    .client()
                    .newWebSocketBuilder()
                    .header("Origin", origin)
                    .buildAsync(uri(CONFIG_MAPS + "?watch=true"), new Reader())
                    .orTimeout(60, TimeUnit.SECONDS)
                    .join())
        .satisfies(failure -> assertThat(statusOf(failure)).isEqualTo(403));
  }

  @Test
  void unknownResourceIsNotFound() {
    assertThatThrownBy(
            () -> open("/api/v1/namespaces/default/nopes?watch=true", new Reader(), true))
        .satisfies(failure -> assertThat(statusOf(failure)).isEqualTo(404));
  }

  @Test
  void ignoresUpgradeOfList() {
    try (RawConnection connection = server.connect()) {
      connection.get(
          CONFIG_MAPS,
          "Origin",
          "http://127.0.0.1",
          "Connection",
          "Upgrade",
          "Upgrade",
          "websocket",
          "Sec-WebSocket-Version",
          "13",
          "Sec-WebSocket-Key",
          "dGhlIHNhbXBsZSBub25jZQ==");
      String head = connection.head();

      assertThat(head).startsWith("http/1.1 200");
      assertThat(json(connection.rest()).path("kind").asText()).isEqualTo("ConfigMapList");
    }
  }

  private static int statusOf(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && !(cause instanceof WebSocketHandshakeException)) {
      cause = cause.getCause();
    }
    return ((WebSocketHandshakeException) cause).getResponse().statusCode();
  }

  private WebSocket open(String path, Reader reader, boolean withOrigin) {
    try {
      return builder(withOrigin)
          .buildAsync(uri(path), reader)
          .orTimeout(60, TimeUnit.SECONDS)
          .join();
    } catch (CompletionException e) {
      throw new IllegalStateException(e);
    }
  }

  private WebSocket.Builder builder(boolean withOrigin) {
    WebSocket.Builder builder = server.client().newWebSocketBuilder();
    return withOrigin ? builder.header("Origin", "http://127.0.0.1:" + server.port()) : builder;
  }

  private URI uri(String path) {
    return URI.create("ws://127.0.0.1:" + server.port() + path);
  }

  /** Collects received messages. */
  private static final class Reader extends TextMessages {
    private final BlockingQueue<String> messages;
    private final BlockingQueue<byte[]> binaryMessages = new LinkedBlockingQueue<>();
    private final ByteArrayOutputStream partialBinary = new ByteArrayOutputStream();

    Reader() {
      this(new LinkedBlockingQueue<>());
    }

    private Reader(BlockingQueue<String> messages) {
      super(messages::add);
      this.messages = messages;
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
      byte[] bytes = new byte[data.remaining()];
      data.get(bytes);
      partialBinary.writeBytes(bytes);
      if (last) {
        binaryMessages.add(partialBinary.toByteArray());
        partialBinary.reset();
      }
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
      messages.add("pong");
      socket.request(1);
      return null;
    }

    byte[] nextBinary() throws InterruptedException {
      byte[] message = binaryMessages.poll(60, TimeUnit.SECONDS);
      assertThat(message).as("a binary message").isNotNull();
      return Objects.requireNonNull(message);
    }

    String next() throws InterruptedException {
      String message = messages.poll(60, TimeUnit.SECONDS);
      assertThat(message).as("a message").isNotNull();
      return String.valueOf(message);
    }
  }
}
