package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.listwatch.client.ApiClient;
import io.listwatch.client.DeleteOptions;
import io.listwatch.client.HttpLeaseLock;
import io.listwatch.client.JacksonCodec;
import io.listwatch.client.ResourceClient;
import io.listwatch.client.TextCodec;
import io.listwatch.client.http.ApiRequest;
import io.listwatch.controller.Lease;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.ResourceHandler;
import io.listwatch.informer.Selection;
import io.listwatch.informer.View;
import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.ConflictException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.selector.LabelSelector;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Our client on our server, with the model classes of fabric8 and the official client. */
@ListwatchTest(tls = true)
@Timeout(240)
final class ListwatchClientTest {
  private final ApiClient client;
  private final String namespace;
  private final ResourceClient<ConfigMap> maps;

  ListwatchClientTest(TestServer server) throws InterruptedException {
    client = Listwatch.client(server);
    namespace = Listwatch.namespace(client);
    maps =
        client
            .resources(Listwatch.CONFIG_MAPS, JacksonCodec.of(ConfigMap.class))
            .inNamespace(namespace);
  }

  @AfterEach
  void close() {
    client.close();
  }

  private static ConfigMap map(String name, String value) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels("app", value)
        .endMetadata()
        .addToData("k", value)
        .build();
  }

  @Test
  void writesAndReadsFabric8Classes() throws Exception {
    ConfigMap created = maps.create(map("a", "1"));

    assertThat(created.getMetadata().getUid()).isNotEmpty();
    assertThatThrownBy(() -> maps.create(map("a", "1"))).isInstanceOf(AlreadyExistsException.class);
    assertThat(maps.get("a").orElseThrow().getData()).isEqualTo(Map.of("k", "1"));
    created.setData(Map.of("k", "2"));
    ConfigMap updated = maps.update(created);
    assertThat(updated.getData()).isEqualTo(Map.of("k", "2"));
    assertThatThrownBy(() -> maps.update(created)).isInstanceOf(ConflictException.class);
    assertThat(maps.delete("a")).isTrue();
    assertThat(maps.delete("a")).isFalse();
    assertThat(maps.get("a")).isEmpty();
  }

  @Test
  void readsAndUpdatesOfficialClasses() throws Exception {
    maps.create(map("a", "1"));
    ResourceClient<V1ConfigMap> official =
        client
            .resources(
                Listwatch.CONFIG_MAPS, TextCodec.of(ListwatchClientTest::read, V1ConfigMap::toJson))
            .inNamespace(namespace);

    V1ConfigMap found = official.get("a").orElseThrow();
    found.putDataItem("k", "2");

    assertThat(official.update(found).getData()).isEqualTo(Map.of("k", "2"));
  }

  private static V1ConfigMap read(String json) {
    try {
      return V1ConfigMap.fromJson(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void listsPagesAndSelections() throws Exception {
    for (int i = 0; i < 5; i++) {
      maps.create(map("m" + i, "v" + i % 2));
    }
    var seen = new ArrayList<String>();

    maps.forEach(each -> seen.add(each.getMetadata().getName()), each -> {});

    assertThat(seen).containsExactly("m0", "m1", "m2", "m3", "m4");
    assertThat(maps.where(LabelSelector.parse("app in (v1)")).list().items()).hasSize(2);
    maps.where(LabelSelector.parse("app=v0")).deleteAll(DeleteOptions.DEFAULT);
    assertThat(maps.list().items()).hasSize(2);
  }

  @Test
  void editKeepsFieldsThatTheClassLacks() throws Exception {
    maps.create(map("a", "1"));
    ResourceClient<Small> small =
        client
            .resources(Listwatch.CONFIG_MAPS, JacksonCodec.of(Small.class))
            .inNamespace(namespace);

    Small edited = small.edit("a", found -> new Small(Map.of("other", "2")));

    assertThat(edited.data()).isEqualTo(Map.of("other", "2"));
    ConfigMap whole = maps.get("a").orElseThrow();
    assertThat(whole.getMetadata().getLabels()).isEqualTo(Map.of("app", "1"));
    assertThat(whole.getData()).isEqualTo(Map.of("other", "2"));
  }

  /** A config map without most of its fields. */
  record Small(Map<String, String> data) {}

  @Test
  void callsOtherPaths() throws Exception {
    assertThat(new String(client.call(ApiRequest.get("/version")), UTF_8)).contains("gitVersion");
  }

  @Test
  void informerSeesAWrite() throws Exception {
    InformerFactory factory = client.informers();
    Informer<ConfigMap> informer =
        factory.informer(
            Selection.of(Listwatch.CONFIG_MAPS).inNamespace(namespace),
            JacksonCodec.of(ConfigMap.class));
    informer.start();
    factory.awaitSync(Duration.ofSeconds(60));

    ConfigMap foreign = map("a", "1");
    foreign.setData(Map.of("k", "ä日本😀"));
    maps.create(foreign);

    var key = ResourceKey.of(namespace, "a");
    await().until(() -> informer.get(key).isPresent());
    assertThat(informer.get(key).map(View::get).map(ConfigMap::getData))
        .contains(Map.of("k", "ä日本😀"));
    assertThat(informer.health().healthy()).isTrue();
  }

  @Test
  void metadataInformerGetsMetadataOnly() throws Exception {
    maps.create(map("a", "1"));
    Informer<Resource> informer =
        client.metadataInformers(builder -> {}).informer(Listwatch.CONFIG_MAPS).start();

    informer.awaitSync(Duration.ofSeconds(60));

    Resource object = informer.get(ResourceKey.of(namespace, "a")).orElseThrow().resource();
    assertThat(object.kind()).isEqualTo("PartialObjectMetadata");
    assertThat(new String(object.toByteArray(), UTF_8)).doesNotContain("\"data\"");
  }

  /**
   * The server allows about 100 streams per connection, and the JDK's client uses one connection.
   */
  @Test
  void runs150Informers() throws Exception {
    Set<String> told = ConcurrentHashMap.newKeySet();
    InformerFactory factory = client.informers();
    Set<String> expected = new HashSet<>();
    for (int i = 0; i < 150; i++) {
      String name = "i" + i;
      expected.add(name);
      Informer<Resource> informer =
          factory.informer(
              Selection.of(Listwatch.CONFIG_MAPS)
                  .inNamespace(namespace)
                  .where(LabelSelector.parse("app!=" + name)),
              ObjectCodec.raw());
      informer.addHandler(ResourceHandler.keys(key -> told.add(name)));
    }
    factory.start();
    factory.awaitSync(Duration.ofSeconds(60));

    maps.create(map("a", "1"));

    await().atMost(Duration.ofSeconds(60)).until(() -> told.equals(expected));
  }

  @Test
  void leaseHasOneHolderAtATime() throws Exception {
    var lock = new HttpLeaseLock(client, namespace, "leader");
    Instant now = Instant.parse("2026-01-02T03:04:05.123456Z");
    assertThat(lock.read()).isEmpty();

    Lease first =
        lock.write(new Lease("me", Duration.ofMillis(14_500), now, now, 1, ResourceVersion.UNSET));
    assertThat(first.holder()).isEqualTo("me");
    assertThat(first.duration()).isEqualTo(Duration.ofSeconds(15));
    assertThat(first.renewed()).isEqualTo(now);
    assertThat(lock.read()).isEqualTo(Optional.of(first));
    assertThatThrownBy(
            () ->
                lock.write(
                    new Lease("you", Duration.ofSeconds(1), now, now, 1, ResourceVersion.UNSET)))
        .isInstanceOf(AlreadyExistsException.class);

    Lease released = lock.write(new Lease("", Duration.ofSeconds(1), now, now, 2, first.version()));
    assertThat(released.holder()).isEmpty();
    assertThat(released.transitions()).isEqualTo(2);
    assertThatThrownBy(() -> lock.write(first)).isInstanceOf(ConflictException.class);
    assertThat(List.of(lock.name())).containsExactly(namespace + "/leader");
  }
}
