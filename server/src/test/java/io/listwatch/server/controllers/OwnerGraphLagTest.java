package io.listwatch.server.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.controller.Reconciliation;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.delete.DeleteOptions.PropagationPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Garbage collection with a graph that is older than the objects that it reads. */
final class OwnerGraphLagTest {
  private final ServerFixture fixture = new ServerFixture(ControllerSettings.NONE);
  private final LiveObjects objects =
      new LiveObjects(fixture.server.registry(), fixture.server.verbs(), fixture.storage);
  private final OwnerGraph graph = new OwnerGraph(uid -> {});
  private final OwnerCollection collection = new OwnerCollection(objects, graph, uid -> {});

  @AfterEach
  void close() {
    fixture.close();
  }

  /** The child was deleted in the background, and was gone before its own dependent. */
  @Test
  void waitsUntilTheGraphKnowsThatTheOwnerIsBeingDeleted() throws Exception {
    Resource root = make("root", "");
    Resource child = make("child", owner(root));
    Resource grandchild = make("grandchild", owner(child));
    graph.update(child);
    fixture.delete("configmaps", "default", "root", PropagationPolicy.FOREGROUND);

    // Until the cache has the deletion, the owner is solid and the child is not touched.
    ServerFixture.soon()
        .untilAsserted(
            () -> assertThat(collection.reconcile(uid(child))).isEqualTo(Reconciliation.retry()));
    assertThat(fixture.exists("configmaps", "default", "child")).isTrue();

    graph.update(grandchild);
    graph.update(read("root"));
    Reconciliation later = collection.reconcile(uid(child));

    assertThat(later).isEqualTo(Reconciliation.done());
    assertThat(read("child").finalizers()).contains("foregroundDeletion");
  }

  private Resource make(String name, String owners) {
    JsonValue unused =
        fixture.create(
            "configmaps",
            "default",
            "{\"metadata\":{\"name\":\"%s\",\"ownerReferences\":[%s]}}".formatted(name, owners));
    return read(name);
  }

  private static String owner(Resource object) {
    return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"%s\",\"uid\":\"%s\",\"blockOwnerDeletion\":true}"
        .formatted(object.key().name(), uid(object));
  }

  private static String uid(Resource object) {
    return object.uid().orElseThrow();
  }

  private Resource read(String name) {
    ResourceDefinition maps = fixture.resource("configmaps");
    try {
      return objects.get(maps, ResourceKey.of("default", name)).orElseThrow();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
