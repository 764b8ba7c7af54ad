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
import io.listwatch.seeds.TestSeeds;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
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

  private Informer<Resource> informer(Consumer<InformerOptions.Builder> changes) throws Exception {
    return synced(client.informers(builder -> builder.options(counted(changes))));
  }

  private Consumer<InformerOptions.Builder> counted(Consumer<InformerOptions.Builder> changes) {
    return options -> changes.accept(options.metrics(metrics));
  }

  private static Informer<Resource> synced(InformerFactory factory) throws InterruptedException {
    Informer<Resource> informer = factory.informer(CONFIG_MAPS).start();
    informer.awaitSync(PATIENCE);
    return informer;
  }

  private Resource create(String name) throws InterruptedException {
    return maps.create(
        Resource.parse(
            """
            {"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"%s"},
             "data":{"text":"%s","last":"größe"}}\
            """
                .formatted(name, "x".repeat(2000))));
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
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void appliesDeltasToListedObjects(boolean streaming, boolean keepManagedFields) throws Exception {
    Resource first = create("a");
    Informer<Resource> informer =
        informer(
            options ->
                options
                    .policy(ReflectorPolicy.CLIENT.with(p -> p.streaming(streaming)))
                    .keepManagedFields(keepManagedFields));

    Map<String, Resource> last = new HashMap<>(Map.of("a", first));
    int changes = patchAtRandom(last, 20);
    awaitSame(informer, last.get("a"), keepManagedFields);
    maps.delete("a");

    await().until(() -> informer.list().stream().noneMatch(each -> each.key().name().equals("a")));
    assertThat(status(informer).deltas()).isEqualTo(DeltaState.YES);
    assertThat(metrics.count("reflector_deltas_total")).isEqualTo(changes + 1);
    assertThat(status(informer).lists()).isEqualTo(1);
  }

  static Stream<Arguments> queues() {
    return Stream.of(QueueKind.values())
        .flatMap(queue -> Stream.of(Arguments.of(queue, true), Arguments.of(queue, false)));
  }

  @ParameterizedTest
  @MethodSource("queues")
  void appliesDeltasBehindEveryQueue(QueueKind queue, boolean keepManagedFields) throws Exception {
    Resource first = create("a");
    Informer<Resource> informer =
        informer(
            options -> options.queue(queue).queueCapacity(5).keepManagedFields(keepManagedFields));

    Map<String, Resource> last = new HashMap<>(Map.of("a", first, "b", create("b")));
    int changes = patchAtRandom(last, 50);

    awaitSame(informer, last.get("a"), keepManagedFields);
    awaitSame(informer, last.get("b"), keepManagedFields);
    assertThat(metrics.count("reflector_deltas_total")).isEqualTo(changes);
    assertThat(metrics.count("reflector_delta_mismatches_total")).isZero();
  }

  /** Patches these objects and keeps their last states. Returns the number of changes. */
  private int patchAtRandom(Map<String, Resource> last, int patches) throws InterruptedException {
    var random = new Random(TestSeeds.of(DeltaInformerTest.class));
    List<String> names = List.copyOf(last.keySet());
    int changes = 0;
    for (int i = 0; i < patches; i++) {
      String name = names.get(random.nextInt(names.size()));
      Resource patched = maps.patch(name, Patch.merge(DeltaCollection.CONFIG_MAPS.patch(random)));
      Resource before = last.put(name, patched);
      changes += before != null && before.version().equals(patched.version()) ? 0 : 1;
    }
    return changes;
  }

  private static void awaitSame(
      Informer<Resource> informer, @Nullable Resource written, boolean withManagedFields) {
    Resource last = Objects.requireNonNull(written);
    awaitEqual(informer, last);
    if (withManagedFields) {
      assertThat(text(informer.get(last.key()).orElseThrow().resource())).isEqualTo(text(last));
    }
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

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void appliesDeltasToKeptObjects(boolean keepManagedFields, @TempDir Path directory)
      throws Exception {
    Map<String, Resource> last = new HashMap<>(Map.of("a", create("a"), "b", create("b")));
    Consumer<InformerFactory.Builder> options =
        builder -> builder.options(counted(each -> each.keepManagedFields(keepManagedFields)));
    int changes = 0;
    try (InformerFactory first = client.informers(directory, options)) {
      Informer<Resource> informer = synced(first);
      changes += patchAtRandom(last, 10);
      awaitSame(informer, last.get("a"), keepManagedFields);
      awaitSame(informer, last.get("b"), keepManagedFields);
    }
    changes += patchAtRandom(last, 10);

    Informer<Resource> second = synced(client.informers(directory, options));
    changes += patchAtRandom(last, 10);

    awaitSame(second, last.get("a"), keepManagedFields);
    awaitSame(second, last.get("b"), keepManagedFields);
    assertThat(status(second).lists()).isZero();
    assertThat(metrics.count("reflector_deltas_total")).isEqualTo(changes);
    assertThat(metrics.count("reflector_delta_mismatches_total")).isZero();
  }

  /**
   * Without lean sources, informers drop managedFields themselves, so their objects cannot be
   * bases.
   */
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
