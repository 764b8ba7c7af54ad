package io.listwatch.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.http.ScriptedServer;
import io.listwatch.informer.Informer;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.ResourceHandler;
import io.listwatch.informer.Selection;
import io.listwatch.informer.View;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Writes through an informer can be read from it immediately. */
@Timeout(60)
final class WritesThroughInformersTest {
  private static final ResourceType PODS = ResourceType.namespaced("v1", "Pod", "pods");
  private static final ResourceKey A = ResourceKey.of("default", "a");

  private final ScriptedServer server = new ScriptedServer();
  private final ApiClient client = ApiClient.of(ClientConfig.of(server.address()));
  private final CountDownLatch caughtUp = new CountDownLatch(1);
  private final Queue<String> told = new ConcurrentLinkedQueue<>();
  private final Informer<Resource> informer =
      client.informers().informer(Selection.of(PODS).inNamespace("default"), ObjectCodec.raw());
  private final ResourceClient<Resource> pods = client.resources(PODS).through(informer);

  WritesThroughInformersTest() throws IOException {}

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
  }

  /** Starts the informer, whose watch delivers {@code later} once the test allows it. */
  private void start(String initial, String later) throws Exception {
    server.then(
        (request, answer) -> {
          answer.begin().chunk(initial + bookmark(5, true));
          caughtUp.await();
          answer.chunk(later);
          answer.stall();
        });
    informer.addHandler(
        new ResourceHandler<>() {
          @Override
          public void onAdd(View<Resource> object, boolean isInitial) {
            told.add("+" + object.key().name() + "@" + object.version());
          }

          @Override
          public void onUpdate(View<Resource> previous, View<Resource> current) {
            told.add("~" + current.key().name() + "@" + current.version());
          }

          @Override
          public void onDelete(View<Resource> last, boolean finalStateUnknown) {
            told.add("-" + last.key().name());
          }
        });
    informer.start();
    informer.awaitSync(Duration.ofSeconds(30));
  }

  private static String pod(int version, String more) {
    return """
    {"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","namespace":"default","uid":"u",\
    "resourceVersion":"%d"%s}}\
    """
        .formatted(version, more);
  }

  private static String event(String type, int version) {
    return "{\"type\":\"%s\",\"object\":%s}\n".formatted(type, pod(version, ""));
  }

  private static String bookmark(int version, boolean end) {
    String annotations = end ? "\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}," : "";
    return "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Pod\",\"metadata\":{%s\"resourceVersion\":\"%d\"}}}\n"
        .formatted(annotations, version);
  }

  private String read() {
    return informer.get(A).map(view -> view.version().toString()).orElse("none");
  }

  private void catchUp() {
    caughtUp.countDown();
  }

  private void awaitTold(String... expected) {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(told).containsExactly(expected));
  }

  @Test
  void everyWriteIsReadableAndHandlersAreNotifiedByTheWatchOnly() throws Exception {
    start("", event("ADDED", 7) + event("MODIFIED", 9));

    server.thenJson(201, pod(7, ""));
    pods.create(Resource.parse(pod(7, "")));
    assertThat(read()).isEqualTo("7");
    server.thenJson(200, pod(8, ""));
    pods.update(Resource.parse(pod(7, "")));
    assertThat(read()).isEqualTo("8");
    server.thenJson(200, pod(9, ""));
    pods.patch("a", Patch.merge("{}"));
    assertThat(read()).isEqualTo("9");
    assertThat(told).isEmpty();

    catchUp();

    awaitTold("+a@7", "~a@9");
    assertThat(read()).isEqualTo("9");
  }

  @Test
  void deletionWithAStatusResponseHidesTheObject() throws Exception {
    start(event("ADDED", 3), event("DELETED", 8));
    server.thenJson(
        200, "{\"kind\":\"Status\",\"status\":\"Success\",\"details\":{\"uid\":\"u\"}}");

    pods.delete("a");

    assertThat(read()).isEqualTo("none");
    assertThat(told).doesNotContain("-a");
    catchUp();
    awaitTold("+a@3", "-a");
    assertThat(read()).isEqualTo("none");
  }

  @Test
  void pendingDeletionShowsTheTerminatingObject() throws Exception {
    start(event("ADDED", 3), "");
    server.thenJson(
        200,
        pod(
            8,
            ",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\",\"deletionGracePeriodSeconds\":30"));

    pods.delete("a");

    assertThat(read()).isEqualTo("8");
    assertThat(informer.get(A).orElseThrow().resource().terminating()).isTrue();
  }

  @Test
  void deletionWithTheLastStateAsResponseHidesTheObject() throws Exception {
    start(event("ADDED", 3), "");
    server.thenJson(
        200,
        pod(8, ",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\",\"deletionGracePeriodSeconds\":0"));

    pods.delete("a");

    assertThat(read()).isEqualTo("none");
  }

  @Test
  void dryRunsAndOtherKindsAreNotShown() throws Exception {
    start(event("ADDED", 3), "");

    server.thenJson(200, pod(8, ""));
    pods.dryRun().update(Resource.parse(pod(3, "")));
    server.thenJson(200, pod(8, "").replace("Pod", "Scale"));
    pods.subresource("scale").patch("a", Patch.merge("{}"));
    server.thenJson(200, "{\"kind\":\"Status\",\"status\":\"Success\"}");
    pods.dryRun().delete("a");

    assertThat(read()).isEqualTo("3");
  }

  @Test
  void metadataInformerShowsTheMetadata() throws Exception {
    Informer<Resource> metadata =
        client
            .metadataInformers(builder -> {})
            .informer(Selection.of(PODS).inNamespace("default"), ObjectCodec.raw());
    server.thenJson(201, pod(7, "").replaceFirst("}}$", "},\"spec\":{\"secret\":1}}"));

    client.resources(PODS).through(metadata).create(Resource.parse(pod(7, "")));

    Resource read = metadata.get(A).orElseThrow().resource();
    assertThat(read.kind()).isEqualTo("PartialObjectMetadata");
    assertThat(new String(read.toByteArray(), UTF_8)).doesNotContain("secret");
  }
}
