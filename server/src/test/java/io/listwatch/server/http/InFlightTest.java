package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.http.exchange.BodyBudget;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Limits for requests in flight and for their duration. */
final class InFlightTest {
  /**
   * Each test has its own server, because the slot of a request is freed only some time after its
   * response.
   */
  private final TestServer server =
      TestServer.builder()
          .settings(
              HttpServerSettings.onLoopback(0)
                  .with(
                      http ->
                          http.requestTimeout(Duration.ofSeconds(2))
                              .shutdownTimeout(Duration.ofSeconds(1))
                              .maxReads(1)
                              .maxWrites(1)))
          .start();

  InFlightTest() {
    server.put("a", "1");
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void missingBodyTimesOutAndFreesItsSlot() {
    try (RawConnection slow = server.connect()) {
      slow.send(
          "POST " + CONFIG_MAPS + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\n{");

      String head = slow.head();

      assertThat(head).startsWith("http/1.1 504").contains("content-type: text/plain");
    }
    WatchingTest.await(() -> server.send("POST", CONFIG_MAPS, "{").statusCode() == 400);
  }

  @Test
  void excessRequestsGetRetryAfter() {
    var refused = new AtomicReference<HttpResponse<String>>();
    WatchingTest.await(
        () -> {
          try (RawConnection slow = server.connect()) {
            slow.send(
                "PUT "
                    + CONFIG_MAPS
                    + "/a HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\n{");
            refused.set(server.send("DELETE", CONFIG_MAPS + "/nope", null));
            return refused.get().statusCode() == 429
                && server.get(CONFIG_MAPS + "/a").statusCode() == 200;
          }
        });

    assertThat(refused.get().body()).isEqualTo("Too many requests, please try again later.\n");
    assertThat(refused.get().headers().firstValue("retry-after")).contains("1");
    assertThat(refused.get().headers().firstValue("content-type"))
        .contains("text/plain; charset=utf-8");
    WatchingTest.await(() -> server.send("POST", CONFIG_MAPS, "{").statusCode() == 400);
  }

  @Test
  void bodiesBeyondTheirBudgetGetRetryAfter() {
    try (TestServer small =
        TestServer.builder().extras(HttpServerExtras.NONE.with(new BodyBudget(1_000))).start()) {
      String body = "{\"metadata\":{\"name\":\"b\"},\"data\":{\"a\":\"" + "x".repeat(500) + "\"}}";
      var rejected = new AtomicReference<HttpResponse<String>>();
      try (RawConnection slow = small.connect()) {
        slow.send(
            "POST "
                + CONFIG_MAPS
                + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 901\r\n\r\n"
                + " ".repeat(900));
        WatchingTest.await(
            () -> {
              rejected.set(small.send("PUT", CONFIG_MAPS + "/b", body));
              return rejected.get().statusCode() == 429;
            });
      }

      assertThat(rejected.get().headers().firstValue("retry-after")).contains("1");
      assertThat(rejected.get().body()).contains("\"reason\":\"TooManyRequests\"");
      WatchingTest.await(() -> small.send("PUT", CONFIG_MAPS + "/b", body).statusCode() != 429);
    }
  }

  /** Some clients take a watch that ends at once without an event for an expired version. */
  @Test
  void watchDuringShutdownGetsRetryAfter() throws Exception {
    HttpServerSettings patient =
        HttpServerSettings.onLoopback(0)
            .with(
                http ->
                    http.requestTimeout(Duration.ofMinutes(1))
                        .shutdownTimeout(Duration.ofMinutes(1))
                        .maxReads(10)
                        .maxWrites(1));
    try (TestServer ending = TestServer.builder().settings(patient).start();
        RawConnection watch = ending.connect();
        RawConnection late = ending.connect()) {
      watch.get(CONFIG_MAPS + "?watch=1&resourceVersion=1").head();
      late.send("HEAD /version HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").head();
      CompletableFuture<Void> closing;
      String head;
      // The server does not stop while this request is in progress.
      try (RawConnection slow = ending.connect()) {
        slow.send(
            "POST " + CONFIG_MAPS + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\n{");
        WatchingTest.await(
            () -> ending.send("DELETE", CONFIG_MAPS + "/nope", null).statusCode() == 429);
        closing = CompletableFuture.runAsync(() -> ending.server().close());
        assertThat(watch.chunk()).isEmpty();

        head = late.get(CONFIG_MAPS + "?watch=1&resourceVersion=1").head();
      }

      assertThat(head).startsWith("http/1.1 429").contains("retry-after: 1");
      closing.get(1, TimeUnit.MINUTES);
      assertThat(late.rest()).contains("\"reason\":\"TooManyRequests\"");
    }
  }

  @Test
  void watchesDoNotCountAsInFlight() {
    try (RawConnection one = server.connect();
        RawConnection two = server.connect()) {
      assertThat(one.get(CONFIG_MAPS + "?watch=1").head()).startsWith("http/1.1 200");
      assertThat(two.get(CONFIG_MAPS + "?watch=1").head()).startsWith("http/1.1 200");
      WatchingTest.await(() -> server.get(CONFIG_MAPS + "/a").statusCode() == 200);
    }
  }

  @Test
  void watchOutlivesTheRequestTimeout() {
    try (RawConnection watch = server.connect()) {
      watch.get(CONFIG_MAPS + "?watch=1&timeoutSeconds=4&resourceVersion=1").head();

      String first = watch.chunk();
      String last = watch.chunk();

      assertThat(first).contains("\"ADDED\"");
      assertThat(last).isEmpty();
    }
  }
}
