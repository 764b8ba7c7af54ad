package io.listwatch.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.http.ScriptedServer;
import io.listwatch.model.ApiException;
import io.listwatch.model.ExpiredException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceType;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.BufferedWatch;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.Watch;
import io.listwatch.time.ManualTimers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A watch that survives its connections, and a wait based on it. */
@Timeout(60)
final class RetryingWatchTest {
  private static final ResourceType PODS = ResourceType.namespaced("v1", "Pod", "pods");
  private static final String EXPIRED =
      "{\"kind\":\"Status\",\"status\":\"Failure\",\"code\":410,\"reason\":\"Expired\"}";

  private final ScriptedServer server = new ScriptedServer();
  private final ApiClient client = ApiClient.of(ClientConfig.of(server.address()));
  private final ResourceClient<Resource> pods = client.resources(PODS);

  RetryingWatchTest() throws IOException {}

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
  }

  private static String pod(int version) {
    return """
    {"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","namespace":"default",\
    "resourceVersion":"%d"}}\
    """
        .formatted(version);
  }

  private static String event(String type, int version) {
    return "{\"type\":\"%s\",\"object\":%s}\n".formatted(type, pod(version));
  }

  private static String list(int version, String items) {
    return "{\"metadata\":{\"resourceVersion\":\"%d\"},\"items\":[%s]}".formatted(version, items);
  }

  @Test
  void resumesAfterTheLastVersionHoweverAConnectionEnds() throws Exception {
    server
        .then((q, a) -> a.begin().chunk(event("ADDED", 2)).end())
        .then(
            (q, a) ->
                a.begin()
                    .chunk(
                        "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"5\"}}}")
                    .end())
        .thenJson(500, "{}")
        .then(
            (q, a) -> {
              a.begin().chunk(event("MODIFIED", 7));
              a.stall();
            });

    try (Watch watch = pods.retryingWatch(ResourceVersion.of(1))) {
      assertThat(watch.next()).isInstanceOf(WatchEvent.Added.class);
      assertThat(watch.next()).isInstanceOf(WatchEvent.Modified.class);
      assertThat(watch.ended()).isFalse();
    }
    assertThat(server.take().query("resourceVersion")).isEqualTo("1");
    assertThat(server.take().query("resourceVersion")).isEqualTo("2");
    assertThat(server.take().query("resourceVersion")).isEqualTo("5");
    assertThat(server.take().query("resourceVersion")).isEqualTo("5");
  }

  @Test
  void endsWhenTheVersionHasExpired() throws Exception {
    server.then((q, a) -> a.begin().chunk("{\"type\":\"ERROR\",\"object\":" + EXPIRED + "}").end());

    Watch watch = pods.retryingWatch(ResourceVersion.of(1));

    assertThatThrownBy(watch::next).isInstanceOf(ExpiredException.class);
    assertThat(watch.ended()).isTrue();
    assertThat(watch.next()).isNull();
  }

  @Test
  void endsWhenForbidden() {
    server.thenJson(403, "{\"kind\":\"Status\",\"code\":403,\"reason\":\"Forbidden\"}");

    Watch watch = pods.retryingWatch(ResourceVersion.of(1));

    assertThatThrownBy(watch::next).isInstanceOf(ApiException.class);
    assertThat(watch.ended()).isTrue();
    assertThatThrownBy(() -> pods.retryingWatch(ResourceVersion.UNSET))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void wakeUpEndsAReadButNotTheWatch() throws Exception {
    server.then(
        (q, a) -> {
          a.begin();
          a.stall();
        });
    try (Watch watch = pods.retryingWatch(ResourceVersion.of(1))) {
      watch.wakeUp();

      assertThat(watch.next()).isNull();
      assertThat(watch.ended()).isFalse();
    }
  }

  @Test
  void pain01_replacesAConnectionThatDoesNotEndInTime() throws Exception {
    var timers = new ManualTimers();
    Watch silent = new BufferedWatch(1, () -> {});
    var next = new BufferedWatch(1, () -> {});
    next.put(new WatchEvent.Added(Resource.parse(pod(2))));
    var watches = new ArrayDeque<>(List.of(silent, next));
    var asked = new ArrayList<Duration>();
    var source =
        new ListerWatcher() {
          @Override
          public ResourceList list(ListOptions options) {
            throw new AssertionError("nobody wants a list");
          }

          @Override
          public Watch watch(WatchOptions options) {
            asked.add(options.timeout());
            return watches.remove();
          }
        };

    try (var watch = new RetryingWatch(source, ResourceVersion.of(1), timers)) {
      watch.wakeUp();
      assertThat(watch.next()).isNull();
      timers.advance(Duration.ofSeconds(330));

      assertThat(watch.next()).isInstanceOf(WatchEvent.Added.class);
    }
    assertThat(asked).containsExactly(Duration.ofMinutes(5), Duration.ofMinutes(5));
    assertThat(timers.pending()).isZero();
  }

  @Test
  void waitsUntilAnObjectFulfilsTheCondition() throws Exception {
    server
        .thenJson(200, list(4, pod(3)))
        .then(
            (q, a) -> {
              a.begin().chunk(event("MODIFIED", 5) + event("MODIFIED", 6));
              a.stall();
            });

    assertThat(pods.await("a", pod -> isAt(pod, 6), Duration.ofSeconds(30))).isTrue();
    ScriptedServer.Request first = server.take();
    assertThat(first.query("fieldSelector")).isEqualTo("metadata.name=a");
    assertThat(server.take().query("resourceVersion")).isEqualTo("4");
  }

  private static boolean isAt(Optional<Resource> pod, int version) {
    return pod.isPresent() && pod.get().version().equals(ResourceVersion.of(version));
  }

  @Test
  void waitsUntilAnObjectIsGone() throws Exception {
    server
        .thenJson(200, list(4, pod(3)))
        .then(
            (q, a) -> {
              a.begin()
                  .chunk("{\"type\":\"MODIFIED\",\"object\":{\"metadata\":{\"labels\":1}}}\n")
                  .chunk(event("MODIFIED", 5) + event("DELETED", 6));
              a.stall();
            });
    var asked = new int[1];

    assertThat(
            pods.await(
                "a",
                pod -> {
                  asked[0]++;
                  return pod.isEmpty();
                },
                Duration.ofSeconds(30)))
        .isTrue();
    // The unreadable event is not passed to the condition.
    assertThat(asked[0]).isEqualTo(3);
  }

  @Test
  void listsAgainAfterAnExpiredVersion() throws Exception {
    server.thenJson(200, list(4, pod(3))).thenJson(410, EXPIRED).thenJson(200, list(9, pod(8)));

    assertThat(pods.await("a", pod -> isAt(pod, 8), Duration.ofSeconds(30))).isTrue();
  }

  @Test
  void waitTimesOut() throws Exception {
    server
        .thenJson(200, list(4, ""))
        .then(
            (q, a) -> {
              a.begin();
              a.stall();
            });

    assertThat(pods.await("a", Optional::isPresent, Duration.ofMillis(300))).isFalse();
  }
}
