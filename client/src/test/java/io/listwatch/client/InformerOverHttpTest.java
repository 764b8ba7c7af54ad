package io.listwatch.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.http.ScriptedServer;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.InformerListener;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.ResourceHandler;
import io.listwatch.informer.Selection;
import io.listwatch.informer.View;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.UnreadableObject;
import io.listwatch.reflector.BackoffPolicy;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.reflector.ReflectorState;
import io.listwatch.time.ManualTimers;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Informers over HTTP survive failures that have stopped other clients. */
@Timeout(60)
final class InformerOverHttpTest {
  private static final ResourceType PODS = ResourceType.namespaced("v1", "Pod", "pods");
  private static final ReflectorPolicy QUICK =
      ReflectorPolicy.CLIENT.with(
          policy -> policy.backoff(BackoffPolicy.constant(Duration.ofMillis(5))));

  private final ScriptedServer server = new ScriptedServer();
  private final ApiClient client = ApiClient.of(ClientConfig.of(server.address()));
  private final Queue<String> told = new ConcurrentLinkedQueue<>();
  private final Queue<UnreadableObject> aside = new ConcurrentLinkedQueue<>();
  private final InformerListener listener =
      new InformerListener() {
        @Override
        public void onUnreadable(UnreadableObject object) {
          aside.add(object);
        }
      };

  InformerOverHttpTest() throws IOException {}

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
  }

  private Informer<Resource> informer(ReflectorPolicy policy) {
    return informer(policy, Timers.system());
  }

  private Informer<Resource> informer(ReflectorPolicy policy, Timers timers) {
    InformerFactory factory =
        client.informers(
            builder ->
                builder.options(
                    options -> options.policy(policy).listener(listener).timers(timers)));
    Informer<Resource> informer =
        factory.informer(Selection.of(PODS).inNamespace("default"), ObjectCodec.raw());
    informer.addHandler(
        new ResourceHandler<>() {
          @Override
          public void onAdd(View<Resource> object, boolean initial) {
            told.add("+" + object.key().name() + "@" + object.version());
          }

          @Override
          public void onUpdate(View<Resource> previous, View<Resource> current) {
            told.add("~" + current.key().name() + "@" + current.version());
          }

          @Override
          public void onDelete(View<Resource> last, boolean finalStateUnknown) {
            told.add("-" + last.key().name() + (finalStateUnknown ? "?" : ""));
          }
        });
    return informer.start();
  }

  private static String event(String type, String name, int version) {
    return "{\"type\":\"%s\",\"object\":%s}\n".formatted(type, pod(name, version));
  }

  private static String pod(String name, int version) {
    return """
    {"kind":"Pod","apiVersion":"v1","metadata":{"name":"%s","namespace":"default",\
    "uid":"u-%s","resourceVersion":"%d"}}\
    """
        .formatted(name, name, version);
  }

  private static String bookmark(int version, boolean end) {
    String annotations = end ? "\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}," : "";
    return "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Pod\",\"metadata\":{%s\"resourceVersion\":\"%d\"}}}\n"
        .formatted(annotations, version);
  }

  private static void until(Callable<Boolean> condition) {
    await().atMost(Duration.ofSeconds(30)).until(condition);
  }

  private void awaitTold(String... expected) {
    await()
        .atMost(30, TimeUnit.SECONDS)
        .untilAsserted(() -> assertThat(told).containsExactly(expected));
  }

  private static ResourceKey key(String name) {
    return ResourceKey.of("default", name);
  }

  @Test
  void f1_continuesAfterNonAsciiCharacters() throws Exception {
    server.then(
        (q, a) -> {
          a.begin().chunk(bookmark(5, true));
          for (byte each :
              (event("ADDED", "a", 6).replace("u-a", "ü日本😀") + event("ADDED", "b", 7))
                  .getBytes(UTF_8)) {
            a.chunk(new byte[] {each});
          }
          a.stall();
        });

    Informer<Resource> informer = informer(QUICK);

    awaitTold("+a@6", "+b@7");
    assertThat(informer.health().healthy()).isTrue();
  }

  @Test
  void f2_removesObjectsDeletedWhileDisconnected() throws Exception {
    server
        .then(
            (q, a) -> {
              a.begin().chunk(event("ADDED", "a", 1) + event("ADDED", "b", 2) + bookmark(5, true));
              // The event must be read before the connection breaks.
              until(() -> told.size() == 2);
              a.reset();
            })
        .then(
            (q, a) -> {
              a.begin().chunk(event("DELETED", "a", 6));
              a.stall();
            });

    Informer<Resource> informer = informer(QUICK);

    awaitTold("+a@1", "+b@2", "-a");
    assertThat(informer.list()).extracting(View::key).containsExactly(key("b"));
    assertThat(server.take().query("sendInitialEvents")).isEqualTo("true");
    ScriptedServer.Request resumed = server.take();
    assertThat(resumed.query("sendInitialEvents")).isNull();
    assertThat(resumed.query("resourceVersion")).isEqualTo("5");
    assertThat(informer.health().reflector().lists()).isEqualTo(1);
  }

  @Test
  void f3_changesBeforeTheEndBookmarkBelongToTheInitialEvents() throws Exception {
    server.then(
        (q, a) -> {
          a.begin()
              .chunk(event("ADDED", "a", 1) + event("ADDED", "b", 2))
              // A bookmark without the end annotation.
              .chunk(bookmark(3, false))
              .chunk(event("MODIFIED", "a", 4) + event("DELETED", "b", 5))
              .chunk(bookmark(5, true));
          a.stall();
        });

    Informer<Resource> informer = informer(QUICK);

    awaitTold("+a@4");
    assertThat(informer.hasSynced()).isTrue();
    assertThat(informer.list()).hasSize(1);
  }

  @Test
  void pain10_resumesFromTheLastBookmarkWithoutAList() throws Exception {
    server
        .then(
            (q, a) -> {
              a.begin().chunk(event("ADDED", "a", 1) + bookmark(5, true) + bookmark(9, false));
              until(() -> !told.isEmpty());
              a.drop();
            })
        .otherwise(
            (q, a) -> {
              a.begin().chunk(event("MODIFIED", "a", 12));
              a.stall();
            });

    Informer<Resource> informer = informer(QUICK);

    awaitTold("+a@1", "~a@12");
    server.take();
    assertThat(server.take().query("resourceVersion")).isEqualTo("9");
    assertThat(informer.health().reflector().lists()).isEqualTo(1);
  }

  @Test
  void pain08_listsOnceAfterAnExpiredVersionAndWatchesOn() throws Exception {
    server
        .then(
            (q, a) -> {
              a.begin().chunk(event("ADDED", "a", 1) + event("ADDED", "b", 2) + bookmark(5, true));
              until(() -> told.size() == 2);
              a.chunk(
                      """
                      {"type":"ERROR","object":{"kind":"Status","status":"Failure","code":410,\
                      "reason":"Expired","message":"too old resource version"}}
                      """)
                  .end();
            })
        .then(
            (q, a) -> {
              a.begin().chunk(event("ADDED", "b", 2) + event("ADDED", "c", 8) + bookmark(9, true));
              a.stall();
            });

    Informer<Resource> informer = informer(QUICK);

    await()
        .atMost(30, TimeUnit.SECONDS)
        .untilAsserted(
            () -> assertThat(told).contains("+a@1", "+b@2", "-a?", "+c@8").doesNotContain("-b?"));
    assertThat(informer.list()).extracting(View::key).containsExactly(key("b"), key("c"));
    assertThat(informer.health().reflector().lists()).isEqualTo(2);
  }

  @Test
  void pain09_listsAfterRepeatedEmptyWatches() throws Exception {
    server
        .then(
            (q, a) -> {
              a.begin().chunk(event("ADDED", "a", 1) + bookmark(5, true));
              until(() -> !told.isEmpty());
              a.end();
            })
        .then((q, a) -> a.begin().end())
        .then(
            (q, a) -> {
              a.begin().chunk(event("ADDED", "b", 8) + bookmark(9, true));
              a.stall();
            });

    // With manual timers: a watch counts as ended at once if it ends within a second.
    var timers = new ManualTimers();
    Informer<Resource> informer = informer(QUICK, timers);

    await()
        .atMost(30, TimeUnit.SECONDS)
        .untilAsserted(
            () -> {
              timers.advance(Duration.ofMillis(5));
              assertThat(told).contains("+a@1", "-a?", "+b@8");
            });
    server.take();
    assertThat(server.take().query("resourceVersion")).isEqualTo("5");
    assertThat(server.take().query("sendInitialEvents")).isEqualTo("true");
    assertThat(informer.health().reflector().lists()).isEqualTo(2);
  }

  @Test
  void pain06_continuesAfterAnUnreadableObject() throws Exception {
    server.then(
        (q, a) -> {
          a.begin()
              .chunk(event("ADDED", "a", 1) + bookmark(5, true))
              .chunk(
                  "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"p\",\"labels\":7}}}\n")
              .chunk(event("ADDED", "b", 7));
          a.stall();
        });

    Informer<Resource> informer = informer(QUICK);

    awaitTold("+a@1", "+b@7");
    assertThat(aside).hasSize(1);
    assertThat(informer.health().reflector().unreadable()).isEqualTo(1);
    assertThat(informer.health().healthy()).isTrue();
  }

  @Test
  void listsIfTheServerCannotStreamInitialEvents() throws Exception {
    server
        .thenJson(400, "{\"kind\":\"Status\",\"code\":400,\"reason\":\"BadRequest\"}")
        .thenJson(
            200,
            "{\"metadata\":{\"resourceVersion\":\"5\",\"continue\":\"x\"},\"items\":["
                + pod("a", 1)
                + "]}")
        .thenJson(200, "{\"metadata\":{\"resourceVersion\":\"5\"},\"items\":[" + pod("b", 2) + "]}")
        .then(
            (q, a) -> {
              a.begin();
              a.stall();
            });

    informer(QUICK);

    awaitTold("+a@1", "+b@2");
    server.take();
    assertThat(server.take().query("limit")).isEqualTo("500");
    assertThat(server.take().query("continue")).isEqualTo("x");
    assertThat(server.take().query("resourceVersion")).isEqualTo("5");
  }

  @Test
  void pain01_becomesUnhealthyDuringAnOutageAndHealthyAfterwards() throws Exception {
    var outage = new CountDownLatch(1);
    server
        .then(
            (q, a) -> {
              a.begin().chunk(event("ADDED", "a", 1) + bookmark(5, true));
              until(() -> !told.isEmpty());
              a.reset();
            })
        .otherwise(
            (q, a) -> {
              if (outage.getCount() > 0) {
                a.json(503, "{}");
              } else {
                a.begin().chunk(event("ADDED", "b", 9));
                a.stall();
              }
            });
    Informer<Resource> informer = informer(QUICK);
    until(() -> informer.hasSynced() && !informer.health().healthy());
    assertThat(informer.health().reflector().lastError()).isNotNull();
    assertThat(informer.get(ResourceKey.of("default", "a"))).isPresent();

    outage.countDown();

    until(() -> informer.health().healthy());
    awaitTold("+a@1", "+b@9");
  }

  @Test
  void pain04_replacesASilentWatch() throws Exception {
    server
        .then(
            (q, a) -> {
              // Only after two bookmarks does silence count as a failure.
              a.begin().chunk(event("ADDED", "a", 1) + bookmark(5, true) + bookmark(6, false));
              a.stall();
            })
        .otherwise(
            (q, a) -> {
              a.begin().chunk(event("ADDED", "b", 9));
              a.stall();
            });

    informer(QUICK.with(policy -> policy.idleTimeout(Duration.ofMillis(200))));

    awaitTold("+a@1", "+b@9");
    server.take();
    assertThat(server.take().query("resourceVersion")).isEqualTo("6");
  }

  @Test
  void pain11_plannedEndOfAWatchCausesNoGapAndNoRepeat() throws Exception {
    var timers = new ManualTimers();
    var nextIsAskedFor = new CountDownLatch(1);
    var nextIsOpened = new CountDownLatch(1);
    server
        .then(
            (q, a) -> {
              a.begin().chunk(event("ADDED", "a", 1) + bookmark(5, true));
              nextIsAskedFor.await();
              a.chunk(event("ADDED", "b", 6));
              until(() -> told.contains("+b@6"));
              nextIsOpened.countDown();
              a.stall();
            })
        .then(
            (q, a) -> {
              nextIsAskedFor.countDown();
              nextIsOpened.await();
              a.begin().chunk(event("ADDED", "b", 6) + event("ADDED", "c", 7));
              a.stall();
            });
    Informer<Resource> informer = informer(QUICK, timers);
    awaitTold("+a@1");
    long lasts = Long.parseLong(server.take().query("timeoutSeconds"));

    // The server has ten more seconds to end the watch.
    timers.advance(Duration.ofSeconds(lasts - 10));

    awaitTold("+a@1", "+b@6", "+c@7");
    assertThat(server.take().query("resourceVersion")).isEqualTo("5");
    assertThat(server.waiting()).isZero();
    assertThat(informer.health().reflector().lists()).isEqualTo(1);
  }

  @Test
  void closeDuringTheFirstListStopsAllThreads() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    server.otherwise((q, a) -> a.stall());
    Informer<Resource> informer = informer(QUICK);
    server.take();

    client.close();

    until(
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .noneMatch(
                    thread ->
                        thread.getName().matches("listwatch-(informer|reflector|handler).*")));
    assertThat(informer.hasSynced()).isFalse();
  }

  @Test
  void forbiddenNamespaceDoesNotAffectOthers() throws Exception {
    server.otherwise(
        (q, a) -> {
          if (q.path().contains("/secret/")) {
            a.json(403, "{\"kind\":\"Status\",\"code\":403,\"reason\":\"Forbidden\"}");
          } else {
            a.begin().chunk(event("ADDED", "a", 1) + bookmark(5, true));
            a.stall();
          }
        });
    Informer<Resource> informer =
        client
            .informers(builder -> builder.options(options -> options.policy(QUICK)))
            .informer(
                Selection.of(PODS).inNamespaces(List.of("default", "secret")), ObjectCodec.raw())
            .start();

    until(() -> informer.get(key("a")).isPresent());
    until(() -> informer.health().problems().toString().contains(":secret: failing"));
    assertThat(informer.hasSynced()).isFalse();
    assertThat(informer.health().problems().toString()).doesNotContain(":default: failing");
  }

  @Test
  void metadataInformerRequestsPartialObjectMetadata() throws Exception {
    server.then(
        (q, a) -> {
          a.begin().chunk(bookmark(5, true));
          a.stall();
        });

    client.metadataInformers(builder -> {}).informer(PODS).start();

    assertThat(server.take().header("Accept"))
        .isEqualTo(
            "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1;drop=metadata.managedFields;delta=lw1");
  }

  @Test
  void requestsManagedFieldsOnlyIfItKeepsThem() throws Exception {
    server.otherwise(
        (q, a) -> {
          a.begin().chunk(bookmark(5, true));
          a.stall();
        });

    client.informers().informer(PODS).start();
    String dropped = server.take().header("Accept");
    client
        .informers(builder -> builder.options(options -> options.keepManagedFields(true)))
        .informer(PODS)
        .start();
    String kept = server.take().header("Accept");

    assertThat(dropped).isEqualTo("application/json;drop=metadata.managedFields;delta=lw1");
    assertThat(kept).isEqualTo("application/json;delta=lw1");
  }

  @Test
  void pain25_watchesEachNamespaceSeparately() throws Exception {
    server.otherwise(
        (q, a) -> {
          a.begin().chunk(bookmark(5, true));
          a.stall();
        });
    InformerFactory factory = client.informers();
    for (String namespace : List.of("a", "b", "a")) {
      factory.informer(Selection.of(PODS).inNamespace(namespace), ObjectCodec.raw()).start();
    }

    factory.awaitSync(Duration.ofSeconds(30));
    assertThat(List.of(server.take().path(), server.take().path()))
        .containsExactlyInAnyOrder("/api/v1/namespaces/a/pods", "/api/v1/namespaces/b/pods");
    assertThat(server.waiting()).isZero();
  }

  @Test
  void closingTheClientClosesItsInformers() throws Exception {
    server.then(
        (q, a) -> {
          a.begin().chunk(bookmark(5, true));
          a.stall();
        });
    Informer<Resource> informer = informer(QUICK);
    until(informer::hasSynced);

    client.close();

    until(() -> informer.health().reflector().state() == ReflectorState.STOPPED);
  }
}
