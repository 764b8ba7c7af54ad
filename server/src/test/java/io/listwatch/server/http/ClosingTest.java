package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ClosingTest {
  private final TestServer server =
      TestServer.builder()
          .settings(
              HttpServerSettings.onLoopback(0)
                  .withTimeouts(Duration.ofSeconds(50), Duration.ofSeconds(50)))
          .start();

  @Test
  void aWatchThatComesMeanwhileIsToldToComeBack() throws InterruptedException {
    try (RawConnection writer = server.connect();
        RawConnection watcher = server.connect();
        RawConnection late = server.connect()) {
      // A request that is not over keeps the server from ending.
      writer.send(
          "POST " + CONFIG_MAPS + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{");
      late.get("/healthz").head();
      assertThat(late.bytes(2)).as("the server has taken the connection").isEqualTo("ok");
      watcher.get(CONFIG_MAPS + "?watch=1&resourceVersion=1").head();

      var closing = new Thread(server::close, "closing");
      closing.start();
      assertThat(watcher.chunk()).as("the end of the watch").isEmpty();
      String refusal = late.get(CONFIG_MAPS + "?watch=1&resourceVersion=1").head();

      assertThat(refusal).startsWith("http/1.1 503").contains("retry-after: 1");
      writer.send("}");
      closing.join();
      assertThat(late.rest()).contains("\"reason\":\"ServiceUnavailable\"");
    }
  }
}
