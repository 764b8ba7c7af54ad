package io.listwatch.testing.faults;

import static io.listwatch.storage.Waiting.await;
import static io.listwatch.testing.faults.Api.MAPS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.testing.Fault;
import io.listwatch.testing.Faults;
import io.listwatch.testing.HeldEvents;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import io.listwatch.testing.Verb;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes that each fault puts on the wire. */
@ListwatchTest(tls = true)
@Timeout(240)
final class FaultsOnTheWireTest {
  private static final String BOOKMARKS = "&allowWatchBookmarks=true";
  private static final String INITIAL =
      BOOKMARKS + "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";

  private final Api api;
  private final Faults faults;
  private final String name = "m" + UUID.randomUUID();
  private final String version;

  FaultsOnTheWireTest(TestServer server) throws Exception {
    this.api = new Api(server);
    this.faults = server.faults();
    this.version = api.create("before-" + name);
  }

  @AfterEach
  void clear() {
    faults.clear();
  }

  private RawWatch watch() throws Exception {
    return api.watch("&resourceVersion=" + version);
  }

  @Test
  void sendsEventsTogetherWithoutFaults() throws Exception {
    api.create(name + "-1");
    api.create(name + "-2");
    try (RawWatch first = watch()) {
      first.upTo(name + "-2");
    }

    try (RawWatch second = watch()) {
      assertThat(second.chunk()).contains(name + "-1", name + "-2");
    }
  }

  @Test
  void nextRequestsFailWithTheGivenCode() throws Exception {
    Fault fault = faults.next(Verb.LIST, "configmaps").inNamespace("default").times(2).answer(429);

    HttpResponse<String> first = api.get(MAPS);

    assertThat(first.statusCode()).isEqualTo(429);
    assertThat(first.headers().firstValue("Retry-After")).contains("1");
    assertThat(first.body()).contains("\"TooManyRequests\"", "\"retryAfterSeconds\":1");
    assertThat(fault.hits()).isEqualTo(1);
    assertThat(api.get(MAPS).statusCode()).isEqualTo(429);
    assertThat(api.get(MAPS).statusCode()).isEqualTo(200);
    fault.awaitHits(2, Duration.ZERO);
    assertThatThrownBy(() -> fault.awaitHits(3, Duration.ofMillis(1)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("hit 2 times");
  }

  @Test
  void onlyMatchingRequestsFail() throws Exception {
    Fault fault =
        faults.next(Verb.GET, "configmaps").named(name).from("Java").message("not now").answer(503);

    assertThat(api.get(MAPS).statusCode()).isEqualTo(200);
    assertThat(api.get(MAPS + "/before-" + name).statusCode()).isEqualTo(200);
    assertThat(api.get("/api/v1/namespaces/default/secrets/" + name).statusCode()).isEqualTo(404);
    assertThat(fault.hits()).isZero();
    assertThat(api.get(MAPS + "/" + name).body()).contains("\"not now\"", "503");
  }

  @Test
  void failedCreateWritesNothing() throws Exception {
    faults.next(Verb.CREATE, "configmaps").answer(409);

    HttpResponse<String> refused = api.send("POST", MAPS, "{\"metadata\":{\"name\":\"a\"}}");

    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("\"reason\":\"Conflict\"");
    assertThat(api.get(MAPS + "/a").statusCode()).isEqualTo(404);
  }

  @Test
  void expiredHistoryIsAnErrorEvent() throws Exception {
    faults.expireHistory();

    try (RawWatch watch = watch()) {
      assertThat(watch.status()).contains("200");
      assertThat(watch.chunk()).contains("\"ERROR\"", "\"code\":410", "too old resource version");
      assertThat(watch.chunk()).isNull();
      assertThat(watch.ended()).isTrue();
    }
  }

  @Test
  void expiredHistoryIsStatus410() throws Exception {
    Fault fault = faults.streams("configmaps").expireHistoryByStatus();

    try (RawWatch watch = watch()) {
      assertThat(watch.status()).contains("410");
    }
    assertThat(fault.hits()).isEqualTo(1);
  }

  @Test
  void watchFromALaterListSucceeds() throws Exception {
    faults.expireHistory();
    String listed = Api.version(api.get(MAPS).body());

    try (RawWatch watch = api.watch("&resourceVersion=" + listed)) {
      api.create(name);

      assertThat(watch.chunk()).contains("\"ADDED\"", name);
    }
  }

  @Test
  void expiredHistoryExpiresContinueTokens() throws Exception {
    String page = api.get(MAPS + "?limit=1").body();
    String token = page.replaceAll("(?s).*\"continue\":\"([^\"]*)\".*", "$1");
    faults.expireHistory();

    assertThat(api.get(MAPS + "?limit=1&continue=" + token).statusCode()).isEqualTo(410);
    assertThat(api.get(exact(version)).statusCode()).isEqualTo(410);
  }

  private static String exact(String version) {
    return MAPS + "?resourceVersionMatch=Exact&resourceVersion=" + version;
  }

  @Test
  void dropBreaksTheStream() throws Exception {
    try (RawWatch watch = watch()) {
      Fault fault =
          faults.streams("configmaps").inNamespace("default").from(api.userAgent()).drop();

      assertThat(watch.chunk()).isNull();
      assertThat(watch.ended()).isFalse();
      assertThat(fault.hits()).isEqualTo(1);
    }
  }

  @Test
  void dropMidFrameBreaksTheStreamInsideAnEvent() throws Exception {
    try (RawWatch watch = watch()) {
      Fault fault = faults.streams("configmaps").from(api.userAgent()).dropMidFrame();
      api.create(name);

      assertThat(watch.chunk()).startsWith("{\"type\":\"ADDED\"").doesNotEndWith("}\n");
      assertThat(watch.chunk()).isNull();
      assertThat(watch.ended()).isFalse();
      fault.awaitHit();
    }
  }

  @Test
  void stalledStreamIsSilentButOpen() throws Exception {
    try (RawWatch watch = watch()) {
      Fault stall = faults.streams("configmaps").from(api.userAgent()).stall();
      api.create(name);
      stall.awaitHit();

      assertThat(watch.silent()).isTrue();
      stall.close();
      assertThat(watch.chunk()).contains(name);
    }
  }

  @Test
  void splitSendsAnEventInParts() throws Exception {
    try (RawWatch watch = watch()) {
      faults.streams("configmaps").split(3, Duration.ofMillis(5));
      api.create(name);

      String first = String.valueOf(watch.chunk());
      String second = String.valueOf(watch.chunk());
      String third = String.valueOf(watch.chunk());

      assertThat(first).startsWith("{\"type\":\"ADDED\"");
      assertThat(first + second + third).contains(name).endsWith("}\n").containsOnlyOnce("\n");
    }
  }

  @Test
  void releasesHeldEventsOneByOne() throws Exception {
    HeldEvents held = faults.streams("configmaps").from(api.userAgent()).hold();
    try (RawWatch watch = watch()) {
      api.create(name + "-1");
      api.create(name + "-2");
      api.create(name + "-3");
      held.awaitHit();
      assertThat(watch.silent()).isTrue();

      held.release(1);
      assertThat(watch.chunk()).contains(name + "-1").doesNotContain(name + "-2");
      held.release(1);
      assertThat(watch.chunk()).contains(name + "-2").doesNotContain(name + "-3");
      held.close();
      assertThat(watch.chunk()).contains(name + "-3");
    }
  }

  @Test
  void staleListShowsTheStateWhenTheFaultWasAdded() throws Exception {
    faults.staleLists("configmaps");
    api.create(name);

    String any = api.get(MAPS + "?resourceVersion=0&limit=1").body();

    assertThat(any).contains("\"before-" + name).doesNotContain("\"" + name);
    assertThat(api.get(MAPS).body()).contains("\"" + name);
    try (RawWatch watch = api.watch("&resourceVersion=" + Api.version(any))) {
      assertThat(watch.chunk()).contains("\"ADDED\"", "\"" + name);
    }
  }

  @Test
  void lostResponseComesAfterTheWrite() throws Exception {
    Fault fault = faults.next(Verb.CREATE, "configmaps").loseAnswer();

    assertThatThrownBy(() -> api.create(name)).isInstanceOf(IOException.class);

    assertThat(fault.hits()).isEqualTo(1);
    assertThat(api.get(MAPS + "/" + name).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?watch=1"})
  void lostResponseHasNoStatusLine(String query) throws Exception {
    faults.next(query.isEmpty() ? Verb.LIST : Verb.WATCH, "configmaps").loseAnswer();

    assertThat(api.bytes(MAPS + query)).isEmpty();
  }

  @Test
  void cutsTheResponseInTheMiddle() throws Exception {
    api.create("z-" + name);
    Fault fault = faults.next(Verb.LIST, "configmaps").from(api.userAgent()).cutAnswer();

    String bytes = api.bytes(MAPS);

    assertThat(bytes).startsWith("HTTP/1.1 200").contains("ConfigMapList", "\"before-");
    assertThat(bytes).doesNotContain("z-" + name);
    assertThat(fault.hits()).isEqualTo(1);
  }

  @Test
  void staleInitialEventsShowTheStateWhenTheFaultWasAdded() throws Exception {
    Fault fault = faults.staleInitialEvents("configmaps");
    String created = api.create(name);

    try (RawWatch watch = api.watch(INITIAL + "&resourceVersion=0")) {
      String initial = watch.upTo("k8s.io/initial-events-end");

      assertThat(initial).contains("\"before-" + name).doesNotContain("\"" + name);
      assertThat(watch.chunk()).contains("\"ADDED\"", "\"" + name, created);
    }
    assertThat(fault.hits()).isEqualTo(1);
  }

  @Test
  void staleInitialEventsHonorTheRequestedVersion() throws Exception {
    Fault fault = faults.staleInitialEvents("configmaps");
    String created = api.create(name);

    try (RawWatch newer = api.watch(INITIAL + "&resourceVersion=" + created);
        RawWatch latest = api.watch(INITIAL);
        RawWatch older = api.watch(INITIAL + "&resourceVersion=" + version)) {
      assertThat(newer.upTo("k8s.io/initial-events-end")).contains("\"" + name);
      assertThat(latest.upTo("k8s.io/initial-events-end")).contains("\"" + name);
      assertThat(older.upTo("k8s.io/initial-events-end")).doesNotContain("\"" + name);
    }
    assertThat(fault.hits()).isEqualTo(1);
  }

  /** Initial events are sorted by name, so an object out of order was created after them. */
  @ParameterizedTest
  @CsvSource({"0, true", "'', false"})
  void realisticServerSendsStaleInitialEventsWhereAllowed(String from, boolean allowed)
      throws Exception {
    api.create("a-" + name);
    int stale = 0;
    for (int seed = 0; seed < 20; seed++) {
      try (Fault realistic = faults.realistic(seed);
          RawWatch watch = api.watch("&resourceVersion=" + from)) {
        String initial = watch.upTo("\"before-" + name);
        int first = initial.indexOf("\"a-" + name);
        stale += first >= 0 && first < initial.indexOf("\"before-" + name) ? 0 : 1;
        assertThat(realistic.hits()).isPositive();
      }
    }

    assertThat(stale).isBetween(allowed ? 1 : 0, allowed ? 19 : 0);
  }

  @Test
  void steppedTimeSendsBookmarksAndEndsTheWatch() throws Exception {
    faults.time().freeze();
    try (RawWatch watch = api.watch(BOOKMARKS + "&timeoutSeconds=90&resourceVersion=" + version)) {
      faults.time().step(Duration.ofSeconds(59));
      assertThat(watch.silent()).isTrue();
      faults.time().step(Duration.ofSeconds(1));
      assertThat(watch.chunk()).contains("\"BOOKMARK\"");

      faults.time().step(Duration.ofSeconds(28));
      assertThat(watch.chunk()).contains("\"BOOKMARK\"");
      faults.time().step(Duration.ofSeconds(2));
      assertThat(watch.chunk()).isNull();
      assertThat(watch.ended()).isTrue();
    }
  }

  @Test
  void suppressesBookmarks() throws Exception {
    faults.time().freeze();
    try (RawWatch watch = api.watch(BOOKMARKS + "&resourceVersion=" + version)) {
      Fault fault = faults.streams().from(api.userAgent()).suppressBookmarks();
      faults.time().step(Duration.ofMinutes(1));
      fault.awaitHit();

      api.create(name);

      assertThat(watch.chunk()).contains("\"ADDED\"", name);
    }
  }

  @Test
  void delaysBookmarks() throws Exception {
    faults.time().freeze();
    try (RawWatch watch = api.watch(BOOKMARKS + "&resourceVersion=" + version)) {
      Fault fault = faults.streams().from(api.userAgent()).delayBookmarks(Duration.ofSeconds(10));
      faults.time().step(Duration.ofMinutes(1));
      fault.awaitHit();
      assertThat(watch.silent()).isTrue();

      faults.time().step(Duration.ofSeconds(10));

      assertThat(watch.chunk()).contains("\"BOOKMARK\"");
    }
  }

  @Test
  void sendsEventsBeforeADelayedInitialEventsEnd() throws Exception {
    faults.time().freeze();
    Fault fault = faults.streams().from(api.userAgent()).delayBookmarks(Duration.ofSeconds(1));
    try (RawWatch watch = api.watch(INITIAL + "&fieldSelector=metadata.name%3D" + name)) {
      fault.awaitHit();
      String created = api.create(name);
      assertThat(watch.chunk()).contains("\"ADDED\"", name);

      faults.time().step(Duration.ofSeconds(1));

      String end = String.valueOf(watch.chunk());
      assertThat(end).contains("k8s.io/initial-events-end");
      assertThat(Long.parseLong(Api.version(end))).isGreaterThanOrEqualTo(Long.parseLong(created));
    }
  }

  @Test
  void steppedTimeExpiresEvents() throws Exception {
    String events = "/api/v1/namespaces/default/events";
    api.send(
        "POST",
        events,
        """
        {"metadata":{"name":"%s"},"involvedObject":{"namespace":"default"}}\
        """
            .formatted(name));
    assertThat(api.get(events + "/" + name).statusCode()).isEqualTo(200);

    faults.time().step(Duration.ofMinutes(61));

    await().until(() -> api.get(events + "/" + name).statusCode() == 404);
  }

  @Test
  void statusListsFaultsAndStreams() throws Exception {
    faults.next(Verb.LIST, "secrets").answer(500);
    try (RawWatch watch = watch()) {
      assertThat(watch.status()).contains("200");
      assertThat(faults.status())
          .contains("\"do\":\"answer\"", "\"resource\":\"secrets\"", "\"hits\":0")
          .contains("\"resource\":\"configmaps\"", "\"userAgent\":\"" + api.userAgent());
    }
  }
}
