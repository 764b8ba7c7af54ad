package io.listwatch.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.config.Credential;
import io.listwatch.client.config.Credentials;
import io.listwatch.client.http.ScriptedServer;
import io.listwatch.controller.Lease;
import io.listwatch.informer.HandlerOptions;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.InformerListener;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.ResourceHandler;
import io.listwatch.informer.Selection;
import io.listwatch.informer.View;
import io.listwatch.model.ConflictException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.reflector.BackoffPolicy;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.reflector.ReflectorState;
import io.listwatch.time.ManualTimers;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Frequent complaints of users of other clients, each with a test that this client behaves better.
 * Other tests cover more complaints: search for {@code pain} and a number.
 */
@Timeout(60)
final class PainsTest {
  private static final ResourceType PODS = ResourceType.namespaced("v1", "Pod", "pods");
  private static final ReflectorPolicy QUICK =
      ReflectorPolicy.CLIENT.with(
          policy -> policy.backoff(BackoffPolicy.constant(Duration.ofMillis(5))));

  private final ScriptedServer server = new ScriptedServer();
  private final ApiClient client = ApiClient.of(ClientConfig.of(server.address()));
  private final Queue<String> told = new ConcurrentLinkedQueue<>();

  PainsTest() throws IOException {}

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
  }

  private static InformerFactory quick(ApiClient client, InformerListener listener) {
    return client.informers(
        builder -> builder.options(options -> options.policy(QUICK).listener(listener)));
  }

  private Informer<Resource> informer(InformerFactory factory) {
    Informer<Resource> informer =
        factory.informer(Selection.of(PODS).inNamespace("default"), ObjectCodec.raw());
    informer.addHandler(ResourceHandler.keys(key -> told.add(key.name())));
    return informer.start();
  }

  private static String pod(String namespace, String name, int version) {
    return """
    {"kind":"Pod","apiVersion":"v1","metadata":{"name":"%s","namespace":"%s",\
    "uid":"u-%s","resourceVersion":"%d"}}\
    """
        .formatted(name, namespace, name, version);
  }

  private static String added(String name, int version) {
    return "{\"type\":\"ADDED\",\"object\":%s}\n".formatted(pod("default", name, version));
  }

  private static String end(int version) {
    return """
    {"type":"BOOKMARK","object":{"kind":"Pod","metadata":{"resourceVersion":"%d",\
    "annotations":{"k8s.io/initial-events-end":"true"}}}}
    """
        .formatted(version);
  }

  private static void until(Callable<Boolean> condition) {
    await().atMost(Duration.ofSeconds(30)).until(condition);
  }

  @Test
  void pain02_recoversFromEveryFailureDuringAReconnect() throws Exception {
    Queue<ReflectorState> states = new ConcurrentLinkedQueue<>();
    var listener =
        new InformerListener() {
          @Override
          public void onStateChange(ReflectorState from, ReflectorState to) {
            states.add(to);
          }
        };
    server
        .then(
            (request, answer) -> {
              answer.begin().chunk(added("a", 1) + end(5));
              until(() -> told.size() == 1);
              answer.reset();
            })
        .thenJson(500, "not even json")
        .thenJson(
            403,
            "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"Forbidden\",\"code\":403}")
        .then((request, answer) -> answer.bytes(200, new byte[0], "Content-Type: text/html"))
        .then((request, answer) -> answer.drop())
        .then((request, answer) -> answer.raw("garbage\r\n\r\n".getBytes(US_ASCII)))
        .otherwise(
            (request, answer) -> {
              answer.begin().chunk(added("a", 1) + added("b", 9) + end(9));
              answer.stall();
            });

    Informer<Resource> informer = informer(quick(client, listener));

    until(() -> told.contains("b") && informer.health().healthy());
    assertThat(informer.health().reflector().state()).isEqualTo(ReflectorState.WATCHING);
    // Each transition is reported once.
    List<ReflectorState> seen = List.copyOf(states);
    for (int i = 1; i < seen.size(); i++) {
      assertThat(seen.get(i)).as("after %s", seen.subList(0, i)).isNotEqualTo(seen.get(i - 1));
    }
  }

  @Test
  void pain03_resyncsAHandlerThatThrows() throws Exception {
    server.then(
        (request, answer) -> {
          answer.begin().chunk(added("a", 1) + end(5));
          answer.stall();
        });
    Informer<Resource> informer =
        client.informers().informer(Selection.of(PODS).inNamespace("default"), ObjectCodec.raw());
    var calls = new AtomicInteger();
    informer.addHandler(
        new ResourceHandler<>() {
          @Override
          public void onUpdate(View<Resource> previous, View<Resource> current) {
            calls.incrementAndGet();
            throw new IllegalStateException("every time");
          }
        },
        HandlerOptions.named("throwing").resyncEvery(Duration.ofMillis(20)));
    informer.start();

    until(() -> calls.get() >= 3);
  }

  @Test
  void pain05_survivesEndedWatchesAndExpiredTokens() throws Exception {
    var refusals = new AtomicInteger();
    var renewing =
        new Credentials() {
          @Override
          public Credential current() {
            return Credential.bearer("token-" + refusals.get());
          }

          @Override
          public void rejected(Credential credential) {
            refusals.incrementAndGet();
          }
        };
    var watches = new AtomicInteger();
    server.otherwise(
        (request, answer) -> {
          int number = watches.incrementAndGet();
          if (number == 4) {
            answer.json(
                401,
                "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"Unauthorized\",\"code\":401}");
            return;
          }
          answer.begin().chunk(added("p" + number, number + 10) + end(number + 10));
          if (number < 8) {
            until(() -> told.contains("p" + number));
            answer.end();
          } else {
            answer.stall();
          }
        });

    try (ApiClient renewed =
        ApiClient.of(ClientConfig.of(server.address()).with(c -> c.credentials(renewing)))) {
      Informer<Resource> informer = informer(quick(renewed, InformerListener.NONE));

      until(() -> told.contains("p8") && informer.health().healthy());
      assertThat(refusals).hasValue(1);
    }
  }

  @Test
  void pain12_expiredVersionIsNotAProblem() throws Exception {
    Queue<String> problems = new ConcurrentLinkedQueue<>();
    var informers = new ConcurrentLinkedQueue<Informer<Resource>>();
    server
        .then(
            (request, answer) -> {
              answer.begin().chunk(added("a", 1) + end(5));
              until(() -> told.size() == 1 && !informers.isEmpty() && informers.peek().hasSynced());
              answer.end();
            })
        .thenJson(
            410, "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"Expired\",\"code\":410}")
        .then(
            (request, answer) -> {
              // This request follows the 410, which must not be reported as a problem.
              problems.addAll(informers.peek().health().problems());
              answer.begin().chunk(added("a", 1) + added("b", 9) + end(9));
              answer.stall();
            });

    informers.add(informer(quick(client, InformerListener.NONE)));

    until(() -> told.contains("b"));
    assertThat(problems).isEmpty();
    assertThat(informers.peek().health().reflector().lists()).isEqualTo(2);
  }

  @Test
  void pain22_editKeepsFieldsThatTheClassLacks() throws Exception {
    String stored = pod("default", "a", 7).replaceFirst("}}$", "},\"new\":{\"in\":\"1.99\"}}");
    server.thenJson(200, stored).thenJson(200, stored);

    client
        .resources(PODS, JacksonCodec.of(Named.class))
        .edit("a", found -> new Named(Map.of("name", "a", "labels", Map.of("x", "y"))));

    server.take();
    ScriptedServer.Request patch = server.take();
    assertThat(patch.header("Content-Type")).isEqualTo("application/merge-patch+json");
    assertThat(patch.body()).contains("\"x\":\"y\"").doesNotContain("new", "1.99");
  }

  /** A class with few of the object's fields. */
  record Named(Map<String, Object> metadata) {}

  @Test
  void pain23_reconcilerReadsItsOwnWrite() throws Exception {
    server
        .then(
            (request, answer) -> {
              answer.begin().chunk(added("a", 1) + end(5));
              answer.stall();
            })
        .thenJson(200, pod("default", "a", 8));
    Informer<Resource> informer = informer(quick(client, InformerListener.NONE));
    until(informer::hasSynced);

    client.resources(PODS).through(informer).patch("a", Patch.merge("{}"));

    assertThat(informer.get(ResourceKey.of("default", "a")).orElseThrow().version())
        .hasToString("8");
  }

  @Test
  void pain24_detectsMutationOfASharedObjectButNotOfACopy() throws Exception {
    server.then(
        (request, answer) -> {
          answer.begin().chunk(added("a", 1) + end(5));
          answer.stall();
        });
    TextCodec<Map<String, Object>> codec = TextCodec.of(PainsTest::read, PainsTest::write);
    Informer<Map<String, Object>> informer =
        client
            // With manual timers: the check runs every second and reports each mutation only once.
            .informers(
                builder ->
                    builder.options(
                        options -> options.detectMutations(true).timers(new ManualTimers())))
            .informer(Selection.of(PODS).inNamespace("default"), codec)
            .start();
    until(informer::hasSynced);
    ResourceKey key = ResourceKey.of("default", "a");

    informer.get(key).orElseThrow().copy().put("mine", true);
    assertThat(informer.checkMutations()).isEmpty();
    informer.get(key).orElseThrow().get().put("yours", true);

    assertThat(informer.checkMutations()).containsExactly(key);
    assertThat(informer.get(key).orElseThrow().resource().toString()).contains("@1");
  }

  private static Map<String, Object> read(String json) {
    try {
      return new ObjectMapper().readValue(json, new TypeReference<>() {});
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static String write(Map<String, Object> value) {
    try {
      return new ObjectMapper().writeValueAsString(value);
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void pain25_sharesTheWatchesOfAnInformerOfSeveralNamespaces() throws Exception {
    server.otherwise(
        (request, answer) -> {
          String namespace = request.path().split("/", -1)[4];
          answer
              .begin()
              .chunk(
                  "{\"type\":\"ADDED\",\"object\":%s}\n".formatted(pod(namespace, "a", 1))
                      + end(5));
          answer.stall();
        });
    InformerFactory factory = client.informers();
    Selection both = Selection.of(PODS).inNamespaces(List.of("x", "y"));
    Informer<Resource> first = factory.informer(both, ObjectCodec.raw());
    Informer<Resource> second = factory.informer(both, ObjectCodec.raw());

    factory.start();

    factory.awaitSync(Duration.ofSeconds(30));
    assertThat(second.list())
        .extracting(View::key)
        .containsExactly(ResourceKey.of("x", "a"), ResourceKey.of("y", "a"));
    assertThat(List.of(server.take().path(), server.take().path()))
        .containsExactlyInAnyOrder("/api/v1/namespaces/x/pods", "/api/v1/namespaces/y/pods");
    assertThat(server.waiting()).isZero();
    first.close();
    assertThat(second.health().healthy()).isTrue();
  }

  @Test
  void pain26_takesALeaseOnlyAtTheVersionThatWasRead() throws Exception {
    String lease =
        """
        {"kind":"Lease","apiVersion":"coordination.k8s.io/v1","metadata":{"name":"l",\
        "namespace":"default","uid":"u","resourceVersion":"7"},"spec":{"holderIdentity":"other",\
        "leaseDurationSeconds":15,"leaseTransitions":3}}\
        """;
    server
        .thenJson(200, lease)
        .thenJson(
            409,
            "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"Conflict\",\"code\":409}");
    var lock = new HttpLeaseLock(client, "default", "l");
    Lease read = lock.read().orElseThrow();

    assertThatThrownBy(
            () ->
                lock.write(
                    new Lease(
                        "me",
                        Duration.ofSeconds(15),
                        Instant.EPOCH,
                        Instant.EPOCH,
                        4,
                        read.version())))
        .isInstanceOf(ConflictException.class);

    server.take();
    assertThat(server.take().body()).contains("\"resourceVersion\":\"7\"");
    assertThat(server.waiting()).isZero();
  }
}
