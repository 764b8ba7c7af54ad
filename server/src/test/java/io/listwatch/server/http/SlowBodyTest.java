package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;

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
}
