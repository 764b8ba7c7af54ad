package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.fairness.FlowRule;
import io.listwatch.server.fairness.FlowRule.PathRule;
import io.listwatch.server.fairness.FlowRule.ResourceRule;
import io.listwatch.server.fairness.FlowRule.Subject;
import io.listwatch.server.fairness.FlowSchema;
import io.listwatch.server.fairness.LevelDump;
import io.listwatch.server.fairness.PriorityLevelSpec;
import io.listwatch.server.fairness.QueueSettings;
import io.listwatch.server.http.exchange.BodyBudget;
import io.listwatch.time.ManualTimers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Requests wait for seats, or are rejected. */
final class FlowFilterTest {
  private static final String SLOW_POST =
      "POST "
          + CONFIG_MAPS
          + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{";
  private static final List<String> ANY = List.of("*");

  private static HttpServerSettings seats(int count) {
    return HttpServerSettings.onLoopback(0)
        .with(
            http ->
                http.requestTimeout(Duration.ofSeconds(60))
                    .shutdownTimeout(Duration.ofSeconds(1))
                    .maxSeats(count));
  }

  /** Returns a server with one level for all users, which has one seat and one queue. */
  private static TestServer queueing(TestServer.Builder builder, int queueLength) {
    TestServer server = builder.settings(seats(1)).start();
    server
        .server()
        .flowControl()
        .configure(
            List.of(
                new PriorityLevelSpec(
                    "narrow", "level-uid", 1_000, 0, 0, new QueueSettings(1, 1, queueLength))),
            List.of(
                new FlowSchema(
                    "all",
                    "schema-uid",
                    "narrow",
                    2,
                    FlowSchema.Distinguisher.BY_USER,
                    List.of(
                        new FlowRule(
                            List.of(new Subject(Subject.Kind.GROUP, "", "*")),
                            List.of(new ResourceRule(ANY, ANY, ANY, ANY, true)),
                            List.of(new PathRule(ANY, ANY)))))));
    server.put("a", "1");
    return server;
  }

  private static LevelDump level(TestServer server, String name) {
    return server.server().flowControl().dump().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static void awaitExecuting(TestServer server, String level) {
    WatchingTest.await(() -> level(server, level).executing() == 1);
  }

  private static void awaitWaiting(TestServer server, int count) {
    WatchingTest.await(() -> level(server, "narrow").waiting() == count);
  }

  private static CompletableFuture<HttpResponse<String>> getLater(TestServer server) {
    return CompletableFuture.supplyAsync(() -> server.get(CONFIG_MAPS + "/a"));
  }

  @Test
  void requestWaitsUntilAnotherFreesItsSeat() throws Exception {
    try (TestServer server = queueing(TestServer.builder(), 10);
        RawConnection slow = server.connect()) {
      slow.send(SLOW_POST);
      awaitExecuting(server, "narrow");
      CompletableFuture<HttpResponse<String>> waiting = getLater(server);
      awaitWaiting(server, 1);

      slow.send("}");

      HttpResponse<String> response = waiting.get(1, TimeUnit.MINUTES);
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.headers().firstValue("X-Kubernetes-PF-FlowSchema-UID"))
          .contains("schema-uid");
      assertThat(response.headers().firstValue("X-Kubernetes-PF-PriorityLevel-UID"))
          .contains("level-uid");
    }
  }

  @Test
  void fullQueueRejectsWithRetryAfter() {
    try (TestServer server = queueing(TestServer.builder(), 1);
        RawConnection slow = server.connect();
        RawConnection waiting = server.connect()) {
      slow.send(SLOW_POST);
      awaitExecuting(server, "narrow");
      waiting.get(CONFIG_MAPS + "/a");
      awaitWaiting(server, 1);

      HttpResponse<String> rejected = server.send("DELETE", CONFIG_MAPS + "/nope", null);

      assertThat(rejected.statusCode()).isEqualTo(429);
      assertThat(rejected.body()).isEqualTo("Too many requests, please try again later.\n");
      assertThat(rejected.headers().firstValue("retry-after")).contains("1");
      assertThat(rejected.headers().firstValue("content-type"))
          .contains("text/plain; charset=utf-8");
      assertThat(rejected.headers().firstValue("x-content-type-options")).contains("nosniff");
      assertThat(rejected.headers().firstValue("X-Kubernetes-PF-FlowSchema-UID"))
          .contains("schema-uid");
      slow.send("}");
      assertThat(waiting.head()).startsWith("http/1.1 200");
    }
  }

  @Test
  void disconnectRemovesTheRequestFromItsQueue() {
    try (TestServer server = queueing(TestServer.builder(), 10);
        RawConnection slow = server.connect()) {
      slow.send(SLOW_POST);
      awaitExecuting(server, "narrow");
      try (RawConnection impatient = server.connect()) {
        impatient.get(CONFIG_MAPS + "/a");
        awaitWaiting(server, 1);
      }

      awaitWaiting(server, 0);
      slow.send("}");
      assertThat(server.get(CONFIG_MAPS + "/a").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void requestIsRejectedAfterAQuarterOfItsDeadline() throws Exception {
    var timers = new ManualTimers();
    try (TestServer server =
            queueing(
                TestServer.builder().parts(HttpServerParts.NO_OP.with(it -> it.timers(timers))),
                10);
        RawConnection slow = server.connect()) {
      slow.send(SLOW_POST);
      awaitExecuting(server, "narrow");
      CompletableFuture<HttpResponse<String>> waiting = getLater(server);
      awaitWaiting(server, 1);

      timers.advance(Duration.ofMillis(14_999));
      assertThat(level(server, "narrow").waiting()).isEqualTo(1);
      timers.advance(Duration.ofMillis(1));

      assertThat(waiting.get(1, TimeUnit.MINUTES).statusCode()).isEqualTo(429);
    }
  }

  @Test
  void watchFreesItsSeatOnceItIsInitialized() {
    try (TestServer server = queueing(TestServer.builder(), 10);
        RawConnection one = server.connect();
        RawConnection two = server.connect()) {
      assertThat(one.get(CONFIG_MAPS + "?watch=1").head()).startsWith("http/1.1 200");
      assertThat(two.get(CONFIG_MAPS + "?watch=1").head()).startsWith("http/1.1 200");
      assertThat(server.get(CONFIG_MAPS + "/a").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void administratorsDoNotWait() {
    var admin = new UserInfo("admin", "", List.of(UserInfo.MASTERS));
    TestServer.Builder masters =
        TestServer.builder().authenticator(credentials -> Optional.of(admin));
    try (TestServer server = queueing(masters, 10);
        RawConnection slow = server.connect()) {
      slow.send(SLOW_POST);
      awaitExecuting(server, "exempt");

      assertThat(server.get(CONFIG_MAPS + "/a").statusCode()).isEqualTo(200);
    }
  }

  /** A list from storage used to count as 64 KiB, although it holds pages of up to 8 MiB. */
  @Test
  void listFromStorageCountsTheBytesOfItsPage() {
    var workers = new HeldWorkers();
    var admin = new UserInfo("admin", "", List.of(UserInfo.MASTERS));
    try (TestServer server =
        TestServer.builder()
            .authenticator(credentials -> Optional.of(admin))
            .workers(workers)
            .start()) {
      server.put("a", "x".repeat(100_000));

      var list = CompletableFuture.supplyAsync(() -> server.get(CONFIG_MAPS));
      WatchingTest.await(() -> workers.waiting() == 1);

      assertThat(server.server().flowControl().exemptBytes()).isBetween(165_000L, 9L << 20);
      workers.release();
      assertThat(list.join().statusCode()).isEqualTo(200);
      WatchingTest.await(() -> server.server().flowControl().exemptBytes() == 0);
    }
  }

  @Test
  void debugPagesShowRequests() {
    try (TestServer server = queueing(TestServer.builder(), 10)) {
      String page = "/debug/api_priority_and_fairness/";

      assertThat(server.get(page + "dump_priority_levels").body())
          .startsWith("PriorityLevelName, ActiveQueues, IsIdle, IsQuiescing,")
          .contains("\nnarrow,            0,            false,  false,       0,               1, ");
      assertThat(server.get(page + "dump_queues").body())
          .contains("\nnarrow,            0,      0,               1,                 1,  ");
      assertThat(server.get(page + "dump_requests?includeRequestDetails=1").body())
          .contains("UserName,         Verb,   APIPath, ")
          .contains("system:anonymous, get,    " + page + "dump_requests,");
      assertThat(server.get(page + "dump_requests").body()).doesNotContain("UserName");
      assertThat(server.get(page + "dump_nothing").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void missingBodyTimesOutAndFreesItsSeat() {
    HttpServerSettings hasty = seats(1).with(http -> http.requestTimeout(Duration.ofSeconds(2)));
    try (TestServer server = TestServer.builder().settings(hasty).start()) {
      try (RawConnection slow = server.connect()) {
        slow.send(SLOW_POST);

        String head = slow.head();

        assertThat(head).startsWith("http/1.1 504").contains("content-type: text/plain");
      }
      WatchingTest.await(() -> server.send("POST", CONFIG_MAPS, "{").statusCode() == 400);
    }
  }

  @Test
  void bodiesBeyondTheirBudgetGetRetryAfter() {
    try (TestServer small =
        TestServer.builder()
            .parts(HttpServerParts.NO_OP.with(it -> it.bodies(new BodyBudget(3_000))))
            .start()) {
      String body = "{\"metadata\":{\"name\":\"b\"},\"data\":{\"a\":\"" + "x".repeat(500) + "\"}}";
      var rejected = new AtomicReference<HttpResponse<String>>();
      try (RawConnection slow = small.connect()) {
        slow.send(
            "POST "
                + CONFIG_MAPS
                + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2701\r\n\r\n"
                + " ".repeat(2_700));
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

  /**
   * Some clients treat a watch that ends at once without an event as if its version had expired.
   */
  @Test
  void watchDuringShutdownGetsRetryAfter() throws Exception {
    HttpServerSettings patient =
        seats(10).with(http -> http.shutdownTimeout(Duration.ofMinutes(1)));
    try (TestServer ending = TestServer.builder().settings(patient).start();
        RawConnection watch = ending.connect();
        RawConnection late = ending.connect()) {
      watch.get(CONFIG_MAPS + "?watch=1&resourceVersion=1").head();
      late.send("HEAD /version HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").head();
      CompletableFuture<Void> closing;
      String head;
      // The server does not stop while this request is in progress.
      try (RawConnection slow = ending.connect()) {
        slow.send(SLOW_POST);
        awaitExecuting(ending, "catch-all");
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
  void watchOutlivesTheRequestTimeout() {
    HttpServerSettings hasty = seats(1).with(http -> http.requestTimeout(Duration.ofSeconds(2)));
    try (TestServer server = TestServer.builder().settings(hasty).start();
        RawConnection watch = server.connect()) {
      server.put("a", "1");
      watch.get(CONFIG_MAPS + "?watch=1&timeoutSeconds=4&resourceVersion=1").head();

      String first = watch.chunk();
      String last = watch.chunk();

      assertThat(first).contains("\"ADDED\"");
      assertThat(last).isEmpty();
    }
  }
}
