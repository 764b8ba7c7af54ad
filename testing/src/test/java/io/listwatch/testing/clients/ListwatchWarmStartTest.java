package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.client.ApiClient;
import io.listwatch.client.ResourceClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.LegalHistory;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.Selection;
import io.listwatch.informer.Transforms;
import io.listwatch.informer.View;
import io.listwatch.model.Resource;
import io.listwatch.reflector.ReflectorState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A restarted program resumes from its saved stores, unless they are invalid or outdated. */
@Timeout(240)
final class ListwatchWarmStartTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final RestartableServer server = new RestartableServer();
  private final ApiClient writer = server.client();
  private final ResourceClient<Resource> objects =
      writer.resources(Listwatch.CONFIG_MAPS).inNamespace("default");
  private final Path directory;

  ListwatchWarmStartTest(@TempDir Path temporary) throws Exception {
    directory = temporary.resolve("stores");
    objects.create(Listwatch.configMap("stays", "1"));
    objects.create(Listwatch.configMap("goes", "1"));
  }

  @AfterEach
  void close() {
    writer.close();
    server.close();
  }

  private Run run() throws InterruptedException {
    return run(builder -> {});
  }

  private Run run(Consumer<InformerFactory.Builder> options) throws InterruptedException {
    return new Run(server.client(), directory, options);
  }

  private Path file() throws Exception {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList().get(0);
    }
  }

  @Test
  void resumesWithMissedEventsAndWithoutList() throws Exception {
    run().close();
    objects.create(Listwatch.configMap("came", "1"));
    objects.delete("goes");

    try (Run again = run()) {
      again.awaitKeys("came", "stays");
      assertThat(again.lists()).isZero();
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(again.history.events().stream().map(ListwatchWarmStartTest::named))
                      .containsExactly(
                          "add goes initial",
                          "add stays initial",
                          "synced",
                          "add came",
                          "delete goes"));
      again.history.assertLegal();
    }
  }

  /** Removes versions and uids, which differ from run to run. */
  private static String named(String event) {
    return event.replaceAll("@\\d+ [^ ]*", "");
  }

  @Test
  void resumesAfterAServerRestart() throws Exception {
    run().close();
    objects.create(Listwatch.configMap("came", "1"));
    server.restart();

    try (Run again = run()) {
      again.awaitKeys("came", "goes", "stays");
      assertThat(again.lists()).isZero();
    }
  }

  @Test
  void listsIfTheVersionHasExpired() throws Exception {
    run().close();
    objects.delete("goes");
    objects.create(Listwatch.configMap("came", "1"));
    server.restartCompacted();

    try (Run again = run()) {
      again.awaitKeys("came", "stays");
      assertThat(again.lists()).isEqualTo(1);
    }
  }

  @Test
  void listsIfTheAddressHasAnotherCluster() throws Exception {
    run().close();
    try (var other = new RestartableServer();
        ApiClient client = other.client();
        Relay relay = new Relay(server.address().getPort())) {
      // Saves the store of an address that another cluster will have in the next run.
      new Run(ApiClient.of(ClientConfig.of(relay.address())), directory, builder -> {}).close();
      client
          .resources(Listwatch.CONFIG_MAPS)
          .inNamespace("default")
          .create(Listwatch.configMap("elsewhere", "1"));
      relay.redirectTo(other.address().getPort());

      try (Run again =
          new Run(ApiClient.of(ClientConfig.of(relay.address())), directory, builder -> {})) {
        again.awaitKeys("elsewhere");
        assertThat(again.lists()).isEqualTo(1);
      }
    }
  }

  @Test
  void listsIfTheTransformHasChanged() throws Exception {
    run(builder -> builder.options(o -> o.transform("v1", Transforms.drop("data")))).close();

    try (Run again = run()) {
      assertThat(again.lists()).isEqualTo(1);
      assertThat(again.informer.list()).allMatch(view -> text(view).contains("\"data\""));
    }
    run(builder -> builder.options(o -> o.transform("v1", Transforms.drop("data")))).close();
    try (Run again =
        run(builder -> builder.options(o -> o.transform("v1", Transforms.drop("data"))))) {
      assertThat(again.lists()).isZero();
      assertThat(again.informer.list())
          .hasSize(2)
          .noneMatch(view -> text(view).contains("\"data\""));
    }
  }

  private static String text(View<Resource> view) {
    return new String(view.resource().toByteArray(), UTF_8);
  }

  @Test
  void savesNothingWithAnUnnamedTransform() throws Exception {
    run(builder -> builder.options(o -> o.transform(Transforms.drop("data")))).close();

    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void replacesTruncatedFile() throws Exception {
    run().close();
    byte[] whole = Files.readAllBytes(file());
    for (int length : List.of(0, 1, 11, 100, whole.length / 2, whole.length - 1)) {
      Files.write(file(), Arrays.copyOf(whole, length));

      try (Run again = run()) {
        assertThat(again.lists()).as("with %d bytes", length).isEqualTo(1);
      }
      try (Run again = run()) {
        assertThat(again.lists()).as("after %d bytes", length).isZero();
      }
    }
  }

  @Test
  void savesMetadataInformersSeparately() throws Exception {
    run().close();

    try (ApiClient client = server.client()) {
      Informer<Resource> informer =
          client
              .metadataInformers(directory, builder -> {})
              .informer(Listwatch.CONFIG_MAPS)
              .start();
      informer.awaitSync(PATIENCE);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(informer.health().reflector().lists()).isEqualTo(1));
    }
    try (Run again = run()) {
      assertThat(again.lists()).isZero();
    }
  }

  /** One run of a program, synced. */
  private static final class Run implements AutoCloseable {
    private final ApiClient client;
    private final LegalHistory<Resource> history = new LegalHistory<>();
    private final Informer<Resource> informer;

    private Run(ApiClient client, Path directory, Consumer<InformerFactory.Builder> options)
        throws InterruptedException {
      this.client = client;
      this.informer =
          client
              .informers(directory, options)
              .informer(
                  Selection.of(Listwatch.CONFIG_MAPS).inNamespace("default"), ObjectCodec.raw());
      history.of(informer.addHandler(history));
      informer.start();
      informer.awaitSync(PATIENCE);
    }

    private void awaitKeys(String... names) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(informer.list())
                      .extracting(view -> view.key().name())
                      .containsExactly(names));
    }

    /** Waits until the informer is watching, and returns how often it has listed. */
    private long lists() {
      await()
          .atMost(PATIENCE)
          .until(() -> informer.health().reflector().state() == ReflectorState.WATCHING);
      return informer.health().reflector().lists();
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
