package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.listwatch.client.ApiClient;
import io.listwatch.client.HttpLeaseLock;
import io.listwatch.client.JacksonCodec;
import io.listwatch.client.ResourceClient;
import io.listwatch.client.event.EventRecorder;
import io.listwatch.client.event.EventType;
import io.listwatch.client.event.ObjectReference;
import io.listwatch.controller.Controller;
import io.listwatch.controller.LeaderElector;
import io.listwatch.controller.LeaderListener;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.Selection;
import io.listwatch.informer.View;
import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An operator as a user would write it, with records for the custom resource and fabric8's classes
 * for the objects that it creates. docs/client.md shows it.
 */
@ListwatchTest(tls = true)
@Timeout(180)
final class ListwatchOperatorTest {
  private static final Path PAGE = Path.of("..", "docs", "client.md");
  private static final Path THIS =
      Path.of("src/test/java/io/listwatch/testing/clients/ListwatchOperatorTest.java");
  private static final ResourceType CRDS =
      ResourceType.cluster(
          "apiextensions.k8s.io/v1", "CustomResourceDefinition", "customresourcedefinitions");
  private static final ResourceType EVENTS = ResourceType.namespaced("v1", "Event", "events");
  private static final ResourceType MAPS = Listwatch.CONFIG_MAPS;

  static final ResourceType GARDENS =
      ResourceType.namespaced("example.com/v1", "Garden", "gardens");

  record Metadata(String name, @Nullable String namespace, @Nullable String uid) {}

  record Spec(String flower) {}

  record Status(String planted) {}

  record Garden(Metadata metadata, Spec spec, @Nullable Status status) {
    Garden planted() {
      return new Garden(metadata, spec, new Status(spec.flower()));
    }
  }

  /**
   * Returns a controller that keeps one config map per garden, with the same name, that contains
   * its flower.
   */
  static Controller<ResourceKey> gardener(
      ApiClient client, InformerFactory informers, EventRecorder events) {
    var gardenCodec = JacksonCodec.of(Garden.class);
    var bedCodec = JacksonCodec.of(ConfigMap.class);
    Informer<Garden> gardens = informers.informer(Selection.of(GARDENS), gardenCodec);
    Informer<ConfigMap> beds = informers.informer(Selection.of(MAPS), bedCodec);
    var statuses = client.resources(GARDENS, gardenCodec).subresource("status");
    var bedClient = client.resources(MAPS, bedCodec).inAllNamespaces().as("gardener").through(beds);
    JsonPath owner = JsonPath.of("metadata.ownerReferences[0].name");
    return Controller.builder(
            "gardener",
            key -> {
              Optional<View<Garden>> garden = gardens.get(key);
              if (garden.isEmpty()) {
                return Reconciliation.done();
              }
              ConfigMap wanted = bed(garden.get().get());
              Optional<ConfigMap> found = beds.get(key).map(View::get);
              if (!found.map(ConfigMap::getData).equals(Optional.of(wanted.getData()))) {
                bedClient.applyForced(wanted);
                var about = ObjectReference.to(GARDENS, garden.get().resource());
                events.event(about, EventType.NORMAL, "Planted", "something grows now");
              }
              statuses.edit(key, Garden::planted);
              return Reconciliation.done();
            })
        .watching(gardens, View::key)
        .watching(
            beds,
            bed -> new ResourceKey(bed.key().namespace(), bed.text(owner).orElseThrow()),
            bed -> bed.text(owner).isPresent())
        .build();
  }

  static ConfigMap bed(Garden garden) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(garden.metadata().name())
        .withNamespace(garden.metadata().namespace())
        .addNewOwnerReference()
        .withApiVersion(GARDENS.apiVersion())
        .withKind(GARDENS.kind())
        .withName(garden.metadata().name())
        .withUid(garden.metadata().uid())
        .endOwnerReference()
        .endMetadata()
        .addToData("flower", garden.spec().flower())
        .build();
  }

  /** Returns an elector that runs the controller while it leads. */
  static LeaderElector elector(ApiClient client, EventRecorder events, String identity) {
    LeaderListener work =
        LeaderListener.running(
            term -> {
              InformerFactory informers = client.informers();
              Controller<ResourceKey> controller = gardener(client, informers, events);
              controller.start();
              return () -> {
                controller.close();
                informers.close();
              };
            });
    var lock = new HttpLeaseLock(client, "default", "gardener");
    return LeaderElector.builder(lock, identity, work).build();
  }

  @Test
  void reconcilesGardens(TestServer server) throws Exception {
    try (ApiClient client = Listwatch.client(server);
        EventRecorder events = EventRecorder.of(client, "gardener")) {
      client.resources(CRDS).create(crd());
      String namespace = Listwatch.namespace(client);
      var gardens = client.resources(GARDENS, JacksonCodec.of(Garden.class)).inNamespace(namespace);
      ResourceClient<ConfigMap> beds =
          client.resources(MAPS, JacksonCodec.of(ConfigMap.class)).inNamespace(namespace);
      LeaderElector elector = elector(client, events, "one of one");
      var thread = new Thread(elector, "election");
      thread.setDaemon(true);
      thread.start();

      gardens.create(new Garden(new Metadata("mine", null, null), new Spec("rose"), null));
      awaitFlower(gardens, "rose");
      assertThat(beds.get("mine").orElseThrow().getData()).containsEntry("flower", "rose");
      gardens.edit("mine", found -> new Garden(found.metadata(), new Spec("lily"), found.status()));
      awaitFlower(gardens, "lily");
      beds.edit(
          "mine",
          bed -> {
            bed.setData(Map.of("flower", "weed"));
            return bed;
          });

      assertThat(
              beds.await(
                  "mine",
                  bed -> bed.orElseThrow().getData().get("flower").equals("lily"),
                  Duration.ofSeconds(60)))
          .isTrue();
      await()
          .until(() -> !client.resources(EVENTS).inNamespace(namespace).list().items().isEmpty());
      elector.close();
      thread.join(60_000);
      assertThat(thread.isAlive()).isFalse();
    }
  }

  private static void awaitFlower(ResourceClient<Garden> gardens, String flower)
      throws InterruptedException {
    assertThat(
            gardens.await(
                "mine",
                garden ->
                    garden.map(Garden::status).map(Status::planted).equals(Optional.of(flower)),
                Duration.ofSeconds(60)))
        .as(flower)
        .isTrue();
  }

  @Test
  void operatorMatchesThePage() throws IOException {
    String page = Files.readString(PAGE);
    String program = page.substring(page.indexOf("run by ListwatchOperatorTest"));
    int from = program.indexOf("```java\n") + 8;

    assertThat(squeezed(Files.readString(THIS)))
        .contains(squeezed(program.substring(from, program.indexOf("```\n", from))));
  }

  /** Removes white space: lines break at different places. */
  private static String squeezed(String text) {
    return text.replaceAll("\\s+", "");
  }

  private static Resource crd() {
    return Resource.parse(
        """
        {"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1",
         "metadata":{"name":"gardens.example.com"},
         "spec":{"group":"example.com","scope":"Namespaced",
          "names":{"plural":"gardens","singular":"garden","kind":"Garden","listKind":"GardenList"},
          "versions":[{"name":"v1","served":true,"storage":true,"subresources":{"status":{}},
           "schema":{"openAPIV3Schema":{"type":"object","properties":{
            "spec":{"type":"object","properties":{"flower":{"type":"string"}}},
            "status":{"type":"object","properties":{"planted":{"type":"string"}}}}}}}]}}
        """);
  }
}
