package io.listwatch.testing.deltas;

import static io.listwatch.storage.Waiting.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.client.ApiClient;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.faults.FaultControl;
import io.listwatch.faults.SteppedTime;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.InformerOptions;
import io.listwatch.informer.QueueKind;
import io.listwatch.informer.Transforms;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.reflector.DeltaState;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.reflector.ReflectorStatus;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Informers that get deltas hold the same objects as the server. */
@Timeout(240)
final class DeltaInformerTest {
  private static final ResourceType CONFIG_MAPS =
      ResourceType.namespaced("v1", "ConfigMap", "configmaps");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final FaultControl faults = new FaultControl(storage, new SteppedTime(Timers.system()));
  private final ApiServer server = faults.start(ApiServerConfig.open(0));
  private final ApiClient client =
      ApiClient.of(ClientConfig.of(URI.create("http://127.0.0.1:" + server.port())));
  private final ResourceClient<Resource> maps =
      client.resources(CONFIG_MAPS).inNamespace("default");
  private final CountedMetrics metrics = new CountedMetrics();

  @AfterEach
  void close() {
    client.close();
    server.close();
    storage.close();
  }

  private Informer<Resource> informer(Consumer<InformerOptions> changes) throws Exception {
    return synced(client.informers(builder -> builder.options(counted(changes))));
  }

  private Consumer<InformerOptions> counted(Consumer<InformerOptions> changes) {
    return options -> changes.accept(options.metrics(metrics));
  }

  private static Informer<Resource> synced(InformerFactory factory) throws InterruptedException {
    Informer<Resource> informer = factory.informer(CONFIG_MAPS).start();
    assertThat(informer.awaitSync(PATIENCE)).isTrue();
    return informer;
  }

  private Resource create(String name) throws InterruptedException {
    return maps.create(
        Resource.parse(
            """
            {"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"%s"},
             "data":{"text":"%s","last":"größe"}}\
            """
                .formatted(name, "x".repeat(500))));
  }

  private Resource patch(String name, String value) throws InterruptedException {
    return maps.patch(name, Patch.merge("{\"data\":{\"last\":\"%s\"}}".formatted(value)));
  }

  private static void awaitEqual(Informer<Resource> informer, Resource written) {
    await()
        .until(
            () ->
                informer.get(written.key()).stream()
                    .anyMatch(view -> view.version().equals(written.version())));
    assertThat(text(informer.get(written.key()).orElseThrow().resource().withoutManagedFields()))
        .isEqualTo(text(written.withoutManagedFields()));
  }

  private static String text(Resource object) {
    return new String(object.toByteArray(), UTF_8);
  }

  private static ReflectorStatus status(Informer<Resource> informer) {
    return informer.health().reflector();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void appliesDeltasToListedObjects(boolean streaming) throws Exception {
    create("a");
    Informer<Resource> informer =
        informer(
            options -> options.policy(ReflectorPolicy.CLIENT.with(p -> p.streaming(streaming))));

    awaitEqual(informer, patch("a", "é"));
    awaitEqual(informer, patch("a", "2"));
    maps.delete("a");

    await().until(() -> informer.list().stream().noneMatch(each -> each.key().name().equals("a")));
    assertThat(status(informer).deltas()).isEqualTo(DeltaState.YES);
    assertThat(metrics.count("reflector_deltas_total")).isEqualTo(3);
    assertThat(status(informer).lists()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void appliesDeltasBehindEveryQueue(QueueKind queue) throws Exception {
    create("a");
    Informer<Resource> informer =
        informer(options -> options.queue(queue).queueCapacity(5).keepManagedFields(true));

    Resource last = create("b");
    for (int i = 0; i < 50; i++) {
      last = patch(i % 3 == 0 ? "a" : "b", "value " + i);
    }

    awaitEqual(informer, last);
    assertThat(metrics.count("reflector_deltas_total")).isEqualTo(50);
    assertThat(metrics.count("reflector_delta_mismatches_total")).isZero();
  }

  @Test
  void metadataInformersGetDeltas() throws Exception {
    create("a");
    Informer<Resource> informer =
        synced(client.metadataInformers(builder -> builder.options(counted(options -> {}))));

    Resource written = patch("a", "2");

    await()
        .until(() -> informer.get(written.key()).orElseThrow().version().equals(written.version()));
    assertThat(metrics.count("reflector_deltas_total")).isEqualTo(1);
  }

  @Test
  void mismatchResumesWithoutDeltasAndWithoutList() throws Exception {
    create("a");
    Informer<Resource> informer = informer(options -> {});
    awaitEqual(informer, patch("a", "1"));
    faults.command("{\"do\":\"mismatch\",\"resource\":\"configmaps\"}");

    awaitEqual(informer, patch("a", "2"));
    awaitEqual(informer, patch("a", "3"));

    assertThat(status(informer).deltas()).isEqualTo(DeltaState.BACKING_OFF);
    assertThat(status(informer).lists()).isEqualTo(1);
    assertThat(metrics.count("reflector_delta_mismatches_total")).isEqualTo(1);
    assertThat(metrics.count("reflector_deltas_total")).isEqualTo(2);
  }

  @Test
  void appliesDeltasToKeptObjects(@TempDir Path directory) throws Exception {
    create("a");
    Consumer<InformerFactory.Builder> options = builder -> builder.options(counted(each -> {}));
    try (InformerFactory first = client.informers(directory, options)) {
      awaitEqual(synced(first), patch("a", "1"));
    }
    Resource written = patch("a", "2");

    Informer<Resource> second = synced(client.informers(directory, options));

    awaitEqual(second, written);
    assertThat(status(second).lists()).isZero();
    assertThat(metrics.count("reflector_deltas_total")).isEqualTo(2);
  }

  /** Such informers drop managedFields themselves, so their objects cannot be bases. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void informersOfSourcesThatAreNotLeanGetWholeObjects(boolean empty) throws Exception {
    if (!empty) {
      create("a");
    }
    Informer<Resource> informer =
        synced(
            InformerFactory.builder(client::listerWatcher).options(counted(options -> {})).build());
    if (empty) {
      awaitEqual(informer, create("a"));
    }

    awaitEqual(informer, patch("a", "2"));
    awaitEqual(informer, patch("a", "3"));

    assertThat(status(informer).deltas()).isEqualTo(DeltaState.NO);
    assertThat(metrics.count("reflector_delta_mismatches_total")).isZero();
    assertThat(status(informer).lists()).isEqualTo(1);
  }

  @Test
  void informersWithTransformGetWholeObjects() throws Exception {
    create("a");
    Informer<Resource> informer =
        informer(options -> options.transform(Transforms.drop("data.text")));

    Resource written = patch("a", "2");

    await()
        .until(() -> informer.get(written.key()).orElseThrow().version().equals(written.version()));
    assertThat(status(informer).deltas()).isEqualTo(DeltaState.NO);
    assertThat(metrics.count("reflector_deltas_total")).isZero();
  }
}
