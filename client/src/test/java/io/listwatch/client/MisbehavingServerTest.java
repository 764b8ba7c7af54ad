package io.listwatch.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.http.ScriptedServer;
import io.listwatch.client.http.ScriptedServer.Step;
import io.listwatch.informer.HandlerOptions;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerOptions;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.ResourceHandler;
import io.listwatch.informer.Selection;
import io.listwatch.informer.View;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.reflector.BackoffPolicy;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.reflector.ReflectorState;
import io.listwatch.time.ManualTimers;
import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Unexpected responses of servers and proxies. */
@Timeout(60)
final class MisbehavingServerTest {
  private static final ResourceType PODS = ResourceType.namespaced("v1", "Pod", "pods");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ReflectorPolicy QUICK =
      ReflectorPolicy.CLIENT.with(
          policy -> policy.backoff(BackoffPolicy.constant(Duration.ofMillis(5))));

  private final ScriptedServer server = new ScriptedServer();
  private final ApiClient client = ApiClient.of(ClientConfig.of(server.address()));
  private final RecordingHandler told = new RecordingHandler();

  MisbehavingServerTest() throws IOException {}

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
  }

  private Informer<Resource> informer() {
    return informer(options -> options.policy(QUICK));
  }

  private Informer<Resource> informer(Consumer<InformerOptions.Builder> options) {
    Informer<Resource> informer =
        client
            .informers(builder -> builder.options(options))
            .informer(Selection.of(PODS).inNamespace("default"), ObjectCodec.raw());
    informer.addHandler(told);
    return informer.start();
  }

  private static String pod(String name, int version) {
    return """
    {"kind":"Pod","apiVersion":"v1","metadata":{"name":"%s","namespace":"default",\
    "uid":"u-%s","resourceVersion":"%d"}}\
    """
        .formatted(name, name, version);
  }

  private static String event(String type, String name, int version) {
    return event(type, pod(name, version));
  }

  private static String event(String type, String object) {
    return "{\"type\":\"%s\",\"object\":%s}\n".formatted(type, object);
  }

  private static String end(int version) {
    return event(
        "BOOKMARK",
        """
        {"kind":"Pod","metadata":{"annotations":{"k8s.io/initial-events-end":"true"},\
        "resourceVersion":"%d"}}\
        """
            .formatted(version));
  }

  /** Sends the initial events, waits until they are handled, and then runs {@code next}. */
  private Step initial(String events, Step next) {
    return (q, a) -> {
      a.begin().chunk(events);
      await().atMost(PATIENCE).until(() -> !told.events.isEmpty());
      next.answer(q, a);
    };
  }

  private static Step endless(String events) {
    return (q, a) -> {
      a.begin().chunk(events);
      a.stall();
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\":\"Status\",\"code\":410,\"reason\":\"Expired\",\"message\":\"too old\"}",
        "{\"kind\":\"Status\",\"code\":410,\"reason\":\"Gone\"}",
        "{\"kind\":\"Status\",\"code\":410}",
        "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"Expired\"}"
      })
  void listsOnceAfterAnExpiredEventOrResponse(String status) throws Exception {
    server
        .then(
            initial(
                event("ADDED", "a", 1) + end(5), (q, a) -> a.chunk(event("ERROR", status)).end()))
        .then(initial(event("ADDED", "a", 1) + event("ADDED", "b", 7) + end(8), (q, a) -> a.drop()))
        .thenJson(410, status)
        .then(endless(event("ADDED", "a", 1) + event("ADDED", "c", 9) + end(10)));

    Informer<Resource> informer = informer();

    told.await("+a@1", "+b@7", "-b?", "+c@9");
    assertThat(informer.health().reflector().lists()).isEqualTo(3);
    assertThat(server.take().query("resourceVersion")).isNull();
    assertThat(server.take().query("sendInitialEvents")).isEqualTo("true");
    assertThat(server.take().query("resourceVersion")).isEqualTo("8");
    assertThat(server.take().query("sendInitialEvents")).isEqualTo("true");
    assertThat(server.waiting()).isZero();
  }

  @Test
  void retriesTheWatchOfABusyServerWithoutAList() throws Exception {
    server
        .then(initial(event("ADDED", "a", 1) + end(5), (q, a) -> a.drop()))
        .then((q, a) -> a.json(429, "{}", "Retry-After: 1"))
        .then((q, a) -> a.json(429, "{}"))
        .then(endless(event("MODIFIED", "a", 6)));

    Informer<Resource> informer = informer();

    told.await("+a@1", "~a@6");
    assertThat(informer.health().reflector().lists()).isEqualTo(1);
  }

  /** The login page of a proxy, with code 200. */
  @Test
  void htmlPageInsteadOfAListDoesNotEmptyTheStore() throws Exception {
    Step page =
        (q, a) -> a.bytes(200, "<html>Log in</html>".getBytes(UTF_8), "Content-Type: text/html");
    server
        .then(initial(event("ADDED", "a", 1) + end(5), (q, a) -> a.drop()))
        .then(page)
        .then(page)
        .then(page)
        .then(endless(event("ADDED", "a", 1) + event("ADDED", "b", 7) + end(8)));

    Informer<Resource> informer = informer();

    told.await("+a@1", "+b@7");
    assertThat(informer.list()).hasSize(2);
  }

  /**
   * Truncates streams as well as lists: after two truncated responses, the reflector tries the
   * other method.
   */
  @Test
  void truncatedListDeletesNothing() throws Exception {
    var breaks = new AtomicInteger();
    server
        .then(
            initial(
                event("ADDED", "a", 1) + event("ADDED", "b", 2) + end(5),
                (q, a) -> a.chunk(event("ERROR", "{\"kind\":\"Status\",\"code\":410}")).end()))
        .otherwise(
            (q, a) -> {
              boolean list = q.query("watch") == null;
              if (breaks.incrementAndGet() < 6) {
                a.begin()
                    .chunk(list ? "{\"items\":[" + pod("a", 1) : event("ADDED", "a", 1))
                    .drop();
              } else if (list) {
                a.json(
                    200,
                    "{\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[%s,%s]}"
                        .formatted(pod("a", 1), pod("b", 2)));
              } else {
                endless(event("ADDED", "a", 1) + event("ADDED", "b", 2) + end(9)).answer(q, a);
              }
            });

    Informer<Resource> informer = informer();

    await().atMost(PATIENCE).until(() -> informer.health().reflector().lists() == 2);
    told.await("+a@1", "+b@2");
  }

  @Test
  void backsOffOnEmptyWatches() throws Exception {
    var timers = new ManualTimers();
    var asked = new AtomicInteger();
    server.otherwise(
        (q, a) -> {
          asked.incrementAndGet();
          a.begin();
          if (q.query("sendInitialEvents") != null) {
            a.chunk(end(5));
          }
          a.end();
        });

    Informer<Resource> informer = informer(options -> options.timers(timers));

    int before = 0;
    for (int round = 0; round < 8; round++) {
      int known = before;
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  asked.get() > known
                      && informer.health().reflector().state() == ReflectorState.WAITING);
      before = asked.get();
      assertThat(before - known).isLessThanOrEqualTo(2);
      timers.awaitPending(1);
      timers.advance(Duration.ofMinutes(1));
    }
  }

  @Test
  void poison_skipsAnUnreadableObjectOfAListUntilItIsFixed() throws Exception {
    String poison = "{\"metadata\":{\"name\":\"p\",\"namespace\":\"default\",\"labels\":7}}";
    server
        .thenJson(400, "{\"kind\":\"Status\",\"code\":400,\"reason\":\"BadRequest\"}")
        .thenJson(
            200,
            "{\"metadata\":{\"resourceVersion\":\"5\"},\"items\":[%s,%s,%s]}"
                .formatted(pod("a", 1), poison, pod("b", 2)))
        .then(endless(event("MODIFIED", "p", 9)));

    Informer<Resource> informer = informer();

    told.await("+a@1", "+b@2", "+p@9");
    assertThat(informer.health().reflector().unreadable()).isEqualTo(1);
    assertThat(informer.health().healthy()).isTrue();
  }

  @Test
  void unknownFields_areKeptInTheStore() throws Exception {
    String fromTheFuture =
        pod("a", 1).replace("\"kind\"", "\"brandNew\":{\"x\":[1,null]},\"kind\"");
    server.then(endless(event("ADDED", fromTheFuture) + end(5)));

    Informer<Resource> informer = informer();

    told.await("+a@1");
    Resource kept = informer.get(ResourceKey.of("default", "a")).orElseThrow().resource();
    assertThat(new String(kept.toByteArray(), UTF_8)).isEqualTo(fromTheFuture);
  }

  @Test
  void o4_relistNotifiesAllHandlersIncludingResyncedOnes() throws Exception {
    var resynced = new RecordingHandler();
    server
        .then(
            initial(
                event("ADDED", "a", 1) + end(5),
                (q, a) -> {
                  await().atMost(PATIENCE).until(() -> !resynced.events.isEmpty());
                  a.chunk(event("ERROR", "{\"kind\":\"Status\",\"code\":410}")).end();
                }))
        .then(endless(event("ADDED", "a", 6) + event("ADDED", "b", 7) + end(8)));

    informer()
        .addHandler(resynced, HandlerOptions.named("resynced").resyncEvery(Duration.ofHours(1)));

    told.await("+a@1", "~a@6", "+b@7");
    resynced.await("+a@1", "~a@6", "+b@7");
  }

  @Test
  void o6_lateHandlerGetsAddBeforeUpdateAndDelete() throws Exception {
    var late = new RecordingHandler();
    server.then(
        initial(
            event("ADDED", "a", 1) + end(5),
            (q, a) -> {
              for (int version = 6; version < 300; version++) {
                a.chunk(event("MODIFIED", "a", version));
              }
              a.chunk(event("DELETED", "a", 300) + event("ADDED", "b", 301));
              a.stall();
            }));

    Informer<Resource> informer = informer();
    await().atMost(PATIENCE).until(informer::hasSynced);
    informer.addHandler(late);

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(late.events).last().isEqualTo("+b@301"));
    assertThat(String.join("", late.events).replaceAll("@\\d+", "")).matches("(\\+a(~a)*-a)?\\+b");
  }

  @Test
  void o7_removesObjectsDeletedBeforeARelist() throws Exception {
    server
        .then(
            (q, a) -> {
              // Does not wait: streamed events may not have reached the store yet.
              a.begin().chunk(event("ADDED", "a", 1) + end(5) + event("ADDED", "ghost", 6));
              a.chunk(event("ERROR", "{\"kind\":\"Status\",\"code\":410}")).end();
            })
        .then(endless(event("ADDED", "a", 1) + end(8)));

    Informer<Resource> informer = informer();

    await().atMost(PATIENCE).until(() -> informer.health().reflector().lists() == 2);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(informer.list())
                    .extracting(view -> view.key().name())
                    .containsExactly("a"));
  }

  /** Records handler calls in short form. */
  private static final class RecordingHandler implements ResourceHandler<Resource> {
    private final Queue<String> events = new ConcurrentLinkedQueue<>();

    @Override
    public void onAdd(View<Resource> object, boolean initial) {
      events.add("+" + object.key().name() + "@" + object.version());
    }

    @Override
    public void onUpdate(View<Resource> previous, View<Resource> current) {
      events.add("~" + current.key().name() + "@" + current.version());
    }

    @Override
    public void onDelete(View<Resource> last, boolean finalStateUnknown) {
      events.add("-" + last.key().name() + (finalStateUnknown ? "?" : ""));
    }

    private void await(String... expected) {
      Awaitility.await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(events).containsExactly(expected));
    }
  }
}
