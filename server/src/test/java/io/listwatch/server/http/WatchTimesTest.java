package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.server.http.TestServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.time.ManualTimers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bookmark intervals and timeouts of watches. */
final class WatchTimesTest {
  /** The server itself has one timer, which lends seats between priority levels. */
  private static final int OF_SERVER = 1;

  private final ManualTimers timers = new ManualTimers();
  private final TestServer server =
      TestServer.builder().parts(HttpServerParts.NO_OP.with(it -> it.timers(timers))).start();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void sendsBookmarkEachMinuteAndShortlyBeforeTheEnd() throws Exception {
    try (RawConnection watch = server.connect()) {
      watch.get(CONFIG_MAPS + "?watch=1&allowWatchBookmarks=1&timeoutSeconds=150").head();
      assertThat(watch.chunk()).contains("initial-events-end");
      timers.awaitPending(OF_SERVER + 3);

      timers.advance(Duration.ofSeconds(60));
      String first = watch.chunk();
      timers.awaitPending(OF_SERVER + 3);
      timers.advance(Duration.ofSeconds(60));
      String second = watch.chunk();
      timers.advance(Duration.ofSeconds(28));
      String last = watch.chunk();
      timers.advance(Duration.ofSeconds(2));
      String end = watch.chunk();

      assertThat(json(first).path("type").asText()).isEqualTo("BOOKMARK");
      assertThat(first)
          .matches(
              "\\{\"type\":\"BOOKMARK\",\"object\":\\{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":\\{\"resourceVersion\":\"\\d+\"}}}\n");
      assertThat(second).startsWith("{\"type\":\"BOOKMARK\"");
      assertThat(last).startsWith("{\"type\":\"BOOKMARK\"");
      assertThat(end).isEmpty();
      assertThat(timers.pending()).isEqualTo(OF_SERVER);
    }
  }

  @Test
  void bookmarkPeriodIsConfigurable() throws Exception {
    HttpServerSettings settings =
        HttpServerSettings.onLoopback(0)
            .with(
                http ->
                    http.shutdownTimeout(Duration.ofSeconds(2))
                        .bookmarkPeriod(Duration.ofSeconds(5)));
    try (TestServer often =
            TestServer.builder()
                .settings(settings)
                .parts(HttpServerParts.NO_OP.with(it -> it.timers(timers)))
                .start();
        RawConnection watch = often.connect()) {
      watch.get(CONFIG_MAPS + "?watch=1&allowWatchBookmarks=1&timeoutSeconds=150").head();
      assertThat(watch.chunk()).contains("initial-events-end");
      timers.awaitPending(OF_SERVER + 3);

      timers.advance(Duration.ofSeconds(5));
      String first = watch.chunk();
      timers.awaitPending(OF_SERVER + 3);
      timers.advance(Duration.ofSeconds(5));
      String second = watch.chunk();

      assertThat(first).startsWith("{\"type\":\"BOOKMARK\"");
      assertThat(second).startsWith("{\"type\":\"BOOKMARK\"");
    }
  }

  @Test
  void shortTimeoutEndsCleanlyWithBookmarks() throws Exception {
    server.put("a", "1");
    try (RawConnection watch = server.connect()) {
      watch
          .get(CONFIG_MAPS + "?watch=1&allowWatchBookmarks=1&timeoutSeconds=1&resourceVersion=1")
          .head();
      String event = watch.chunk();
      assertThat(event).contains("\"ADDED\"");
      timers.awaitPending(OF_SERVER + 2);

      timers.advance(Duration.ofSeconds(1));

      String next = watch.chunk();
      while (next.startsWith("{\"type\":\"BOOKMARK\"")) {
        next = watch.chunk();
      }
      assertThat(next).isEmpty();
    }
  }

  @Test
  void timedOutWatchEndsWithLastChunk() throws Exception {
    server.put("a", "1");
    try (RawConnection watch = server.connect()) {
      watch.get(CONFIG_MAPS + "?watch=1&timeoutSeconds=1").head();
      assertThat(watch.chunk()).contains("\"ADDED\"");
      timers.awaitPending(OF_SERVER + 3);

      timers.advance(Duration.ofSeconds(1));

      assertThat(watch.chunk()).isEmpty();
    }
  }

  @Test
  void watchWithoutEventsIsNotEndedTooSoon() throws Exception {
    try (RawConnection watch = server.connect()) {
      watch.get(CONFIG_MAPS + "?watch=1&timeoutSeconds=1&resourceVersion=1").head();
      timers.awaitPending(OF_SERVER + 2);

      timers.advance(Duration.ofSeconds(1));
      timers.awaitPending(OF_SERVER + 2);
      assertThat(server.server().openWatches()).isEqualTo(1);
      timers.advance(Duration.ofMillis(1_200));

      assertThat(watch.chunk()).isEmpty();
    }
  }

  @Test
  void defaultTimeoutIsBetweenHalfAnHourAndAnHour() throws Exception {
    server.put("a", "1");
    try (RawConnection watch = server.connect()) {
      watch.get(CONFIG_MAPS + "?watch=1").head();
      watch.chunk();
      timers.awaitPending(OF_SERVER + 3);

      timers.advance(Duration.ofMinutes(29));
      assertThat(server.server().openWatches()).isEqualTo(1);
      timers.advance(Duration.ofMinutes(31));

      assertThat(watch.chunk()).isEmpty();
    }
  }
}
