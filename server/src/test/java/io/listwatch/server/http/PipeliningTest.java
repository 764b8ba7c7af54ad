package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that send requests over HTTP/1.1 before they have read earlier responses. */
final class PipeliningTest {
  private static final String GET = "GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

  private TestServer server;

  @BeforeEach
  void start() {
    server = TestServer.start();
  }

  /** Another client is served, and no resources of the other connection remain. */
  @AfterEach
  void servesOthersAndReleasesConnections() {
    try (TestServer closing = server) {
      assertThat(closing.get("/livez").statusCode()).isEqualTo(200);
      await().until(() -> closing.server().openConnections() == 1);
      await().until(() -> closing.server().openWatches() == 0);
    }
  }

  @Test
  void servesPipelinedRequestsInOrder() {
    try (RawConnection client = server.connect()) {
      for (int round = 0; round < 5; round++) {
        var requests = new StringBuilder();
        for (int i = 0; i < Http1Requests.MAX_UNANSWERED; i++) {
          requests.append(GET.replace("/livez", CONFIG_MAPS + "/a" + i));
        }
        client.send(requests.toString());

        for (int i = 0; i < Http1Requests.MAX_UNANSWERED; i++) {
          String head = client.head();
          assertThat(head).startsWith("http/1.1 404");
          assertThat(client.body(head)).contains("configmaps \\\"a" + i + "\\\" not found");
        }
      }
    }
  }

  /** The responses used to be kept until the watch ended. */
  @Test
  void closesConnectionWithManyRequestsBehindAWatch() {
    try (RawConnection client = server.connect()) {
      client.get(CONFIG_MAPS + "?watch=1&resourceVersion=1");
      assertThat(client.head()).startsWith("http/1.1 200");

      client.send(GET.repeat(Http1Requests.MAX_UNANSWERED));

      assertThat(endsWithoutTimeout(client)).isTrue();
    }
  }

  @Test
  void closesConnectionWhoseResponsesAreNotRead() {
    try (var client = new RawConnection(Http2AbuseTest.socketWithSmallBuffer(server))) {
      assertThat(isClosed(client)).isTrue();
    }
  }

  /** Sends requests until the connection is closed, more than the server could execute. */
  private static boolean isClosed(RawConnection client) {
    String some = GET.repeat(1_000);
    try {
      for (int i = 0; i < 10_000; i++) {
        client.send(some);
      }
      return false;
    } catch (UncheckedIOException closed) {
      return true;
    }
  }

  private static boolean endsWithoutTimeout(RawConnection client) {
    try {
      client.rest();
      return true;
    } catch (UncheckedIOException reset) {
      return !(reset.getCause() instanceof SocketTimeoutException);
    }
  }
}
