package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.Credentials;
import io.listwatch.server.auth.MastersAuthorizer;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.fairness.LevelDump;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Metrics of requests have only tag values that the server knows. */
final class RequestMetersTest {
  private static final int MADE_UP = 1_000;
  private static final String EVENTS_OF_MAPS = "{group=, resource=configmaps, version=v1}";

  /** Requests that are rejected for different reasons; a number replaces each {@code %d}. */
  private static final List<String> SHAPES =
      List.of(
          "GET /made/up/%d",
          "GET /apis/group%d/v1/things%d",
          "GET /apis/group%d/v1/things%d?watch=1",
          "GET /apis/group%d/v1/things%d?timeout=never",
          "GET /apis/group%d/v1/things%d?timeout=0.000000001s",
          "GET /apis/apps/version%d/deployments",
          "GET /api/v1/namespaces/default/things%d/a",
          "GET /api/v1/namespaces/default/configmaps/a/part%d",
          "GET /api/v1/namespaces/default/configmaps/missing%d",
          "GET /api/v1/configmaps/a/part%d/and/more",
          "GET /api/v1/watch/things%d",
          "HEAD /apis/group%d/v1/things%d",
          "OPTIONS /apis/group%d/v1/things%d/a/part%d",
          "POST /api/v1/namespaces/default/things%d",
          "PUT /apis/group%d/v1/things%d/a",
          "PATCH /apis/apps/v1/namespaces/default/deployments/a/part%d",
          "DELETE /apis/group%d/v1/things%d/a",
          "DELETE /apis/group%d/v1/things%d");

  private final CountedSeries metrics = new CountedSeries();
  private final TestServer server =
      start(HttpServerSettings.onLoopback(0), new MastersAuthorizer());
  private int sent;

  private TestServer start(HttpServerSettings settings, Authorizer authorizer) {
    return TestServer.builder()
        .settings(settings)
        .authenticator(RequestMetersTest::user)
        .authorizer(authorizer)
        .parts(HttpServerParts.NO_OP.with(it -> it.metrics(metrics)))
        .start();
  }

  /** The token is the user's name; a request without one is anonymous. */
  private static Optional<UserInfo> user(Credentials credentials) {
    String token = credentials.bearerToken();
    if (token == null) {
      return Optional.of(UserInfo.ANONYMOUS);
    }
    return switch (token) {
      case "root" -> Optional.of(new UserInfo(token, "", List.of(UserInfo.MASTERS)));
      case "jane" -> Optional.of(new UserInfo(token, "", List.of(UserInfo.AUTHENTICATED)));
      default -> Optional.empty();
    };
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "anonymous, X-Any, any",
    "a user without rights, Authorization, Bearer jane",
    "an administrator, Authorization, Bearer root",
    "a wrong token, Authorization, Bearer stranger",
    "somebody else's name, Impersonate-User, admin",
  })
  void madeUpPathsCreateNoSeries(String client, String header, String value) {
    SHAPES.forEach(shape -> send(server, shape, 0, header, value));
    Set<String> before = seriesOnceCounted();

    for (int i = 1; i <= MADE_UP; i++) {
      send(server, SHAPES.get(i % SHAPES.size()), i, header, value);
    }

    assertThat(seriesOnceCounted()).as(client).isEqualTo(before);
    assertThat(before).noneMatch(each -> each.contains("things") || each.contains("part0"));
  }

  @Test
  void madeUpPathsRejectedWith429CreateNoSeries() {
    try (TestServer narrow =
            start(
                // The slow request must keep its seat while a busy machine sends all others.
                HttpServerSettings.onLoopback(0)
                    .with(http -> http.maxSeats(1).requestTimeout(Duration.ofMinutes(20))),
                Authorizer.allowAll());
        RawConnection slow = narrow.connect()) {
      slow.send(
          "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer jane\r\nContent-Length: 9\r\n\r\n{"
              .formatted(CONFIG_MAPS));
      // Asks the server directly: a request could take the only seat before the slow one.
      WatchingTest.await(() -> executing(narrow) == 1);
      assertThat(code(narrow, 0)).isEqualTo(429);
      Set<String> before = seriesOnceCounted();

      for (int i = 1; i <= MADE_UP; i++) {
        assertThat(code(narrow, i)).isEqualTo(429);
      }

      assertThat(seriesOnceCounted()).isEqualTo(before);
    }
  }

  @Test
  void openWatchesAreCountedByResourceAndScope() {
    List<RawConnection> watches =
        List.of(
            watch("/api/v1/configmaps?watch=true"),
            watch(CONFIG_MAPS + "?watch=true"),
            watch(CONFIG_MAPS + "?watch=true"),
            watch(CONFIG_MAPS + "?watch=true&fieldSelector=metadata.name%3Da"));
    assertThat(longRunning())
        .isEqualTo(
            Map.of(series("cluster"), 1.0, series("namespace"), 2.0, series("resource"), 1.0));

    watches.forEach(RawConnection::close);
    WatchingTest.await(() -> longRunning().values().stream().allMatch(count -> count == 0));

    server.close();

    assertThat(longRunning()).isEmpty();
  }

  @Test
  void eventsSentToWatchesAreCountedByResource() {
    List<RawConnection> watches =
        List.of(watch(CONFIG_MAPS + "?watch=true"), watch(CONFIG_MAPS + "?watch=true"));
    Map<String, Long> before = sent();

    server.put("one", "1");

    WatchingTest.await(
        () -> sent().equals(Map.of(EVENTS_OF_MAPS, before.getOrDefault(EVENTS_OF_MAPS, 0L) + 2)));
    watches.forEach(RawConnection::close);
  }

  private Map<String, Long> sent() {
    return metrics.counters("apiserver_watch_events_total");
  }

  private Map<String, Double> longRunning() {
    return metrics.gauges("apiserver_longrunning_requests");
  }

  private static String series(String scope) {
    return "{component=apiserver, group=, resource=configmaps, scope=%s, subresource=, verb=WATCH, version=v1}"
        .formatted(scope);
  }

  /** Opens a watch and waits for the head of its response. */
  private RawConnection watch(String path) {
    RawConnection connection = server.connect();
    connection.get(path, "Authorization", "Bearer root");
    assertThat(connection.head()).startsWith("http/1.1 200");
    return connection;
  }

  private static int executing(TestServer server) {
    return server.server().flowControl().dump().stream().mapToInt(LevelDump::executing).sum();
  }

  private int code(TestServer to, int number) {
    return send(to, "POST /apis/group%d/v1/things%d", number, "Authorization", "Bearer jane");
  }

  private int send(TestServer to, String shape, int number, String header, String value) {
    String[] parts = shape.replace("%d", Integer.toString(number)).split(" ", 2);
    sent++;
    return to.send(parts[0], parts[1], null, header, value).statusCode();
  }

  /**
   * Waits for the series: a request is counted when it is complete, possibly after its response has
   * arrived.
   */
  private Set<String> seriesOnceCounted() {
    WatchingTest.await(() -> metrics.requests() == sent);
    return metrics.series();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /api/v1/namespaces/default/configmaps | root | 200 | list | v1 | configmaps",
        "GET /api/v1/namespaces/default/configmaps/none | root | 404 | get | v1 | configmaps",
        "GET /api/v1/namespaces/default/configmaps/none | jane | 403 | get | v1 | configmaps",
        "GET /api/v1/namespaces/default/configmaps/none | stranger | 401 | get | '' | ''",
        "GET /version | root | 200 | get | '' | ''",
      })
  void servedResourceIsCountedUnderItsName(
      String request, String token, int code, String verb, String version, String resource) {
    int answered = send(server, request, 0, "Authorization", "Bearer " + token);

    assertThat(answered).isEqualTo(code);
    assertThat(seriesOnceCounted())
        .contains(
            "apiserver_request_total{code=%d, group=, resource=%s, subresource=, verb=%s, version=%s}"
                .formatted(code, resource, verb, version));
  }
}
