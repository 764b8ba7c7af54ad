package io.listwatch.testing.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.client.ApiClient;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.client.event.EventRecorder;
import io.listwatch.client.event.EventType;
import io.listwatch.client.event.ObjectReference;
import io.listwatch.informer.Informer;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.Selection;
import io.listwatch.informer.View;
import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Our informers show the writes of their own client at once. */
@ListwatchTest(tls = true)
@Timeout(240)
final class ReadYourWritesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final JsonPath TEXT = JsonPath.of("data.text");

  private final ApiClient client;
  private final String one;
  private final String two;
  private final Informer<Resource> informer;

  ReadYourWritesTest(TestServer server) throws InterruptedException {
    client = Listwatch.client(server);
    one = Listwatch.namespace(client);
    two = Listwatch.namespace(client);
    informer =
        client
            .informers()
            .informer(
                Selection.of(Listwatch.CONFIG_MAPS).inNamespaces(List.of(one, two)),
                ObjectCodec.raw())
            .start();
    informer.awaitSync(PATIENCE);
  }

  @AfterEach
  void close() {
    client.close();
  }

  private ResourceClient<Resource> maps(String namespace) {
    return client.resources(Listwatch.CONFIG_MAPS).inNamespace(namespace).through(informer);
  }

  private Optional<String> text(String namespace, String name) {
    return informer.get(ResourceKey.of(namespace, name)).flatMap(view -> view.text(TEXT));
  }

  @Test
  void readsOwnWritesAtOnceInEveryNamespace() throws Exception {
    for (int i = 0; i < 50; i++) {
      String namespace = i % 2 == 0 ? one : two;
      maps(namespace).create(Listwatch.configMap("m", "created"));
      assertThat(text(namespace, "m")).hasValue("created");
      maps(namespace).patch("m", Patch.merge("{\"data\":{\"text\":\"patched\"}}"));
      assertThat(text(namespace, "m")).hasValue("patched");
      assertThat(maps(namespace).delete("m")).isTrue();
      assertThat(text(namespace, "m")).isEmpty();
    }
  }

  @Test
  void dropsOwnWriteThatAnotherClientDeletes() throws Exception {
    for (int i = 0; i < 20; i++) {
      maps(one).create(Listwatch.configMap("m" + i, "mine"));
      client.resources(Listwatch.CONFIG_MAPS).inNamespace(one).delete("m" + i);
    }

    assertThat(informer.await(all -> all.isEmpty(), PATIENCE)).isEmpty();
  }

  @Test
  void awaitsWriteOfAnotherClient() throws Exception {
    client.resources(Listwatch.CONFIG_MAPS).inNamespace(two).create(Listwatch.configMap("x", "y"));

    Optional<View<Resource>> found =
        informer.await(ResourceKey.of(two, "x"), Optional::isPresent, PATIENCE);

    assertThat(found.orElseThrow().text(TEXT)).hasValue("y");
    assertThat(informer.health().problems()).isEmpty();
  }

  @Test
  void recorderCountsRepeatedEvents() throws Exception {
    var events = client.resources(ResourceType.namespaced("v1", "Event", "events"));
    Resource map = maps(one).create(Listwatch.configMap("rose", "red"));
    ObjectReference about = ObjectReference.to(Listwatch.CONFIG_MAPS, map);

    try (var recorder = EventRecorder.of(client, "gardener")) {
      for (int i = 0; i < 3; i++) {
        recorder.event(about, EventType.WARNING, "Wilted", "no water");
      }
    }

    List<Resource> found = events.inNamespace(one).list().items();
    assertThat(found).hasSize(1);
    assertThat(found.get(0).text(JsonPath.of("count"))).hasValue("3");
    assertThat(found.get(0).text(JsonPath.of("involvedObject.uid"))).isEqualTo(map.uid());
  }
}
