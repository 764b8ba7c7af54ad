package io.listwatch.client.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.listwatch.client.ApiClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.model.ResourceVersion;
import io.listwatch.time.ManualTimers;
import io.listwatch.trace.TraceStep;
import io.listwatch.trace.TraceStep.Part;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Steps of a trace on their way to a server's console. */
final class TraceUploadTest {
  private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
  private final HttpServer server = serve();
  private final ApiClient client =
      ApiClient.of(
          ClientConfig.of(URI.create("http://127.0.0.1:" + server.getAddress().getPort())));

  private HttpServer serve() {
    try {
      HttpServer created =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      created.createContext(
          "/debug/listwatch/informers",
          exchange -> {
            received.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
          });
      created.start();
      return created;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  @Test
  void sendsStepsAsJson() throws InterruptedException {
    try (var upload = TraceUpload.of(client, "greeter")) {
      upload.accept(step(Part.INDEX, "3 \"objects\""));

      assertThat(received.poll(30, TimeUnit.SECONDS))
          .isEqualTo(
              "{\"program\":\"greeter\",\"dropped\":0,\"steps\":[{\"afterMillis\":12,"
                  + "\"part\":\"index\",\"who\":\"pods\",\"what\":\"3 \\\"objects\\\"\","
                  + "\"version\":\"7\"}]}");
    }
  }

  @Test
  void closeSendsBufferedSteps() throws InterruptedException {
    try (var upload = TraceUpload.of(client, "greeter")) {
      upload.accept(step(Part.LIST, "listed"));
    }

    assertThat(received.poll(30, TimeUnit.SECONDS)).contains("listed");
  }

  /** The console once removed an informer whose objects did not change for five minutes. */
  @Test
  void sendsEmptyBatchAfterAMinuteWithoutSteps() {
    var timers = new ManualTimers();
    Instant begin = timers.now();
    try (var upload = TraceUpload.of(client, "greeter", timers)) {
      await()
          .until(
              () -> {
                timers.advance(Duration.ofSeconds(5));
                return !received.isEmpty();
              });

      assertThat(received).contains("{\"program\":\"greeter\",\"dropped\":0,\"steps\":[]}");
      assertThat(Duration.between(begin, timers.now()))
          .isGreaterThanOrEqualTo(Duration.ofMinutes(1));
      assertThat(upload).isNotNull();
    }
  }

  @Test
  void neitherBlocksNorFailsWithoutAServer() throws InterruptedException {
    server.stop(0);
    try (var upload = TraceUpload.of(client, "greeter")) {
      for (int i = 0; i < 5_000; i++) {
        upload.accept(step(Part.WATCH, "ADDED " + i));
      }
    }

    assertThat(received).isEmpty();
  }

  private static TraceStep step(Part part, String what) {
    return new TraceStep(Duration.ofMillis(12), part, "pods", what, ResourceVersion.of(7));
  }
}
