package io.listwatch.server.http;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

final class ConnectionLimitTest {
  @Test
  void closesConnectionsBeyondTheLimitUntilOneIsFree() {
    try (TestServer server =
        TestServer.builder()
            .settings(HttpServerSettings.onLoopback(0).with(http -> http.maxConnections(1)))
            .start()) {
      try (RawConnection first = server.connect()) {
        first.get("/version");
        assertThat(first.body(first.head())).contains("gitVersion");

        assertThat(responds(server)).isFalse();
        assertThat(first.get("/version").head()).startsWith("http/1.1 200");
      }

      await().until(() -> responds(server));
    }
  }

  private static boolean responds(TestServer server) {
    try (RawConnection connection = server.connect()) {
      return connection.get("/version").line().startsWith("HTTP/1.1 200");
    } catch (UncheckedIOException closed) {
      return false;
    }
  }
}
