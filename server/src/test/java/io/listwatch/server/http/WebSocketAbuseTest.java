package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.storage.Waiting.await;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that send unexpected frames to a WebSocket watch. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WebSocketAbuseTest {
  private static final int TEXT = 0x81;
  private static final int FIRST_FRAGMENT = 0x01;
  private static final int FRAGMENT = 0x00;
  private static final int CLOSE = 0x88;
  private static final int PING = 0x89;

  /** Frames that end the watch, with a mask of zeros where they have one. */
  private static final Map<String, String> ILLEGAL =
      Map.of(
          "unmasked", "\u0081\u0001x",
          "longer than any buffer",
              "\u0082\u00ff\u007f\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\0\0\0\0",
          "longer than the limit", "\u0082\u00ff\0\0\0\0\u0010\0\0\0\0\0\0\0",
          "reserved opcode", "\u0083\u0080\0\0\0\0",
          "reserved bits", "\u00f1\u0080\0\0\0\0",
          "continuation of nothing", "\u0080\u0080\0\0\0\0",
          "long ping", "\u0089\u00fe\0\u00c8\0\0\0\0");

  private TestServer server;

  @BeforeAll
  void start() {
    server = TestServer.start();
    server.put("a", "1");
  }

  @AfterAll
  void close() {
    server.close();
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(server.get(CONFIG_MAPS + "/a").statusCode()).isEqualTo(200);
    await().until(() -> server.server().openWatches() == 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "unmasked",
        "longer than any buffer",
        "longer than the limit",
        "reserved opcode",
        "reserved bits",
        "continuation of nothing",
        "long ping"
      })
  void illegalFrameEndsTheWatch(String frame) {
    try (RawConnection connection = open()) {
      connection.send(ILLEGAL.getOrDefault(frame, ""));

      assertThat(connection.rest()).isNotNull();
    }
  }

  @Test
  void framesAfterCloseAreIgnored() {
    try (RawConnection connection = open()) {
      connection.send(frame(CLOSE, ""));
      connection.send(frame(TEXT, "x").repeat(100));

      assertThat(connection.rest()).isNotNull();
    }
  }

  /** An endless fragmented message is dropped piece by piece. */
  @Test
  void fragmentsWithoutEndAreDropped() {
    try (RawConnection connection = open()) {
      connection.send(frame(FIRST_FRAGMENT, "x"));
      for (int i = 0; i < 1_000; i++) {
        connection.send(frame(FRAGMENT, "y".repeat(100)));
      }

      server.put("b", "1");
      String event = connection.line();
      while (!event.contains("\"name\":\"b\"")) {
        event = connection.line();
      }
      assertThat(server.server().openWatches()).isEqualTo(1);
    }
  }

  @Test
  void serverRespondsDespiteUnreadPongs() {
    try (RawConnection connection = open()) {
      String pings = frame(PING, "p").repeat(1_000);
      for (int i = 0; i < 100; i++) {
        connection.send(pings);
      }

      assertThat(server.get(CONFIG_MAPS + "/a").statusCode()).isEqualTo(200);
    }
  }

  /** Returns a frame with a mask of zeros. */
  private static String frame(int head, String payload) {
    return new String(
            new byte[] {(byte) head, (byte) (0x80 | payload.length()), 0, 0, 0, 0}, ISO_8859_1)
        + payload;
  }

  private RawConnection open() {
    RawConnection connection =
        server
            .connect()
            .get(
                CONFIG_MAPS + "?watch=1",
                "Connection",
                "Upgrade",
                "Upgrade",
                "websocket",
                "Origin",
                "http://127.0.0.1",
                "Sec-WebSocket-Version",
                "13",
                "Sec-WebSocket-Key",
                "AAAAAAAAAAAAAAAAAAAAAA==");
    assertThat(connection.head()).startsWith("http/1.1 101");
    return connection;
  }
}
