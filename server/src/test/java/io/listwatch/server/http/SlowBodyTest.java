package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bodies that do not arrive within the time of a request. */
final class SlowBodyTest {
  private final TestServer server =
      TestServer.builder()
          .settings(
              HttpServerSettings.onLoopback(0)
                  .with(
                      http ->
                          http.requestTimeout(Duration.ofSeconds(2))
                              .shutdownTimeout(Duration.ofSeconds(1))))
          .start();

  @AfterEach
  void close() {
    server.close();
  }

  /** The connection once stayed open as long as the client kept sending single bytes. */
  @Test
  void slowBodyEndsTheConnection() {
    try (RawConnection slow = server.connect()) {
      slow.send(
          "POST " + CONFIG_MAPS + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\n{");

      String head = slow.head();

      assertThat(head).startsWith("http/1.1 504");
      assertThat(slow.rest()).contains("request did not complete");
    }
  }

  @Test
  void bodyMayArriveByteByByte() {
    try (RawConnection slow = server.connect()) {
      var body = new StringBuilder();
      "{\"metadata\":{\"name\":\"a\"}}".chars().forEach(each -> body.append(chunk(each)));
      slow.send(chunkedPost() + body + "0\r\n\r\n");

      assertThat(slow.head()).startsWith("http/1.1 201");
    }
  }

  @Test
  void manyShortChunksEndTheConnection() {
    try (RawConnection slow = server.connect()) {
      assertThat(closes(slow, chunkedPost() + chunk(' ').repeat(2 * ShortParts.MAX))).isTrue();
    }
  }

  private static String chunkedPost() {
    return "POST "
        + CONFIG_MAPS
        + " HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n";
  }

  private static String chunk(int character) {
    return "1\r\n" + (char) character + "\r\n";
  }

  /** Returns true if the connection ends without a response. */
  private static boolean closes(RawConnection client, String bytes) {
    try {
      return client.send(bytes).rest().isEmpty();
    } catch (UncheckedIOException reset) {
      return true;
    }
  }
}
