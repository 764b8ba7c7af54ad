package io.listwatch.server.kubelet;

import static io.listwatch.storage.Waiting.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.TooManyRequestsException;
import io.listwatch.time.ManualTimers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KubeletClientTest {
  private static final ResourceKey POD = ResourceKey.of("default", "web");

  private final ManualTimers timers = new ManualTimers();
  private final KubeletClient client = new KubeletClient(KubeletNetworks.LOOPBACK, timers);

  @AfterEach
  void close() {
    client.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          400 | no such container | BadRequest    | no such container
          500 | broken            | InternalError | Internal error occurred: broken
          404 | no such pod       | NotFound      | the server could not find the requested resource ( pods/log web)
          501 | not here          | InternalError | an error on the server ("not here") has prevented the request from succeeding ( pods/log web)
          302 | elsewhere         | ''            | the server responded with the status code 302 but did not return more information ( pods/log web)
          """)
  void convertsErrorsToMessagesOfKubeApiserver(
      int code, String text, String reason, String message) {
    try (var kubelet =
        new TestKubelet(
            exchange -> {
              try (exchange) {
                exchange.sendResponseHeaders(code, text.length());
                exchange.getResponseBody().write(text.getBytes(UTF_8));
              }
            })) {
      ApiException failure = failure(log(kubelet.port()));

      assertThat(failure.status().code()).isEqualTo(code);
      assertThat(failure.status().reason()).isEqualTo(reason);
      assertThat(failure.status().message()).isEqualTo(message);
    }
  }

  @Test
  void timesOutIfNodeDoesNotRespond() throws IOException {
    try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<KubeletLog> log = log(silent.getLocalPort());
      timers.advance(KubeletClient.TIMEOUT.minusSeconds(1));
      assertThat(log).isNotDone();

      timers.advance(Duration.ofSeconds(1));

      assertThat(failure(log).status().message())
          .isEqualTo(
              "Get \"https://127.0.0.1:%d/containerLogs/default/web/c\": net/http: timeout awaiting response headers"
                  .formatted(silent.getLocalPort()));
    }
  }

  @Test
  void reportsMalformedResponse() throws Exception {
    try (var garbage = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<KubeletLog> log = log(garbage.getLocalPort());
      try (Socket connection = garbage.accept()) {
        connection.getOutputStream().write("no TLS at all\r\n\r\n".getBytes(UTF_8));
        connection.getOutputStream().flush();

        assertThat(failure(log).status().message())
            .startsWith("Get \"https://127.0.0.1:%d/".formatted(garbage.getLocalPort()));
      }
    }
  }

  @Test
  void reportsRefusedConnection() throws IOException {
    int port;
    try (var closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }

    assertThat(failure(log(port)).status().message())
        .endsWith("dial tcp 127.0.0.1:%d: connect: connection refused".formatted(port));
  }

  @Test
  void rejectsMoreLogsThanItReadsAtATime() throws IOException {
    try (var silent =
        new ServerSocket(0, 2 * KubeletClient.MAX_LOGS, InetAddress.getLoopbackAddress())) {
      List<CompletableFuture<KubeletLog>> logs = new ArrayList<>();
      for (int i = 0; i < KubeletClient.MAX_LOGS; i++) {
        logs.add(log(silent.getLocalPort()));
      }

      assertThatThrownBy(() -> log(silent.getLocalPort()))
          .isInstanceOf(TooManyRequestsException.class)
          .hasMessageContaining("100 logs are being read from nodes");

      timers.advance(KubeletClient.TIMEOUT);
      await().until(() -> logs.stream().allMatch(CompletableFuture::isDone));
      assertThat(log(silent.getLocalPort())).isNotDone();
    }
  }

  private CompletableFuture<KubeletLog> log(int port) {
    Resource node =
        Resource.parse(
            "{\"metadata\":{\"name\":\"n1\"},\"status\":%s}"
                .formatted(TestKubelet.status(port))
                .getBytes(UTF_8));
    return client.log(node, POD, "c", "").toCompletableFuture();
  }

  private static ApiException failure(CompletableFuture<KubeletLog> log) {
    await().until(log::isDone);
    try {
      log.join();
      throw new AssertionError("no failure");
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof ApiException failure) {
        return failure;
      }
      throw failed;
    }
  }
}
