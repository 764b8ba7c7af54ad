package io.listwatch.examples;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.JacksonCodec;
import io.listwatch.client.ResourceClient;
import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.Informer;
import io.listwatch.informer.View;
import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Keeps as many pods of each ReplicaSet alive as it asks for; never deletes any. */
final class ReplicaKeeper implements Reconciler<ResourceKey> {
  private static final String NAME = "replica-keeper";
  private static final JsonPath REPLICAS = JsonPath.of("spec.replicas");
  private static final JsonPath OWNER = JsonPath.of("metadata.ownerReferences[*].name");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ResourceClient<Resource> pods;
  private final ResourceClient<ObjectNode> newPods;
  private final Informer<Resource> sets;

  private ReplicaKeeper(Stage stage, Informer<Resource> sets) {
    this.pods = stage.client().resources(Types.PODS).inNamespace("default");
    this.newPods =
        stage
            .client()
            .resources(Types.PODS, JacksonCodec.of(ObjectNode.class))
            .inNamespace("default")
            .as(NAME);
    this.sets = sets;
  }

  static Controller<ResourceKey> of(
      Stage stage, Informer<Resource> sets, Informer<Resource> podInformer) {
    var keeper = new ReplicaKeeper(stage, sets);
    return Controller.builder(NAME, stage.trace().reconciler(NAME, keeper))
        .watching(sets, stage.trace().<Resource, ResourceKey>request(NAME, View::key))
        .watchingMany(podInformer, ReplicaKeeper::owners)
        .build();
  }

  /** A pod that changes is a reason to look at the set that owns it. */
  private static List<ResourceKey> owners(View<Resource> pod) {
    return pod.resource().texts(OWNER).stream()
        .map(name -> ResourceKey.of("default", name))
        .toList();
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws Exception {
    Optional<View<Resource>> set = sets.get(key);
    if (set.isPresent()) {
      // Asked of the server, not of the informer, which may not have seen what was just created.
      long alive =
          pods.list().items().stream()
              .filter(pod -> !pod.terminating() && pod.texts(OWNER).contains(key.name()))
              .count();
      long wanted = set.get().text(REPLICAS).map(Long::parseLong).orElse(1L);
      for (long i = alive; i < wanted; i++) {
        newPods.create(pod(set.get().resource()));
      }
    }
    return Reconciliation.done();
  }

  /** It has no name yet: the server makes one, beginning with that of the set. */
  private static ObjectNode pod(Resource set) throws IOException {
    var template = (ObjectNode) JSON.readTree(set.toByteArray()).at("/spec/template");
    template.put("apiVersion", "v1").put("kind", "Pod");
    template.withObject("/metadata").put("generateName", set.key().name() + "-");
    template
        .withObject("/metadata")
        .withArray("ownerReferences")
        .addObject()
        .put("apiVersion", "apps/v1")
        .put("kind", "ReplicaSet")
        .put("name", set.key().name())
        .put("uid", set.uid().orElseThrow())
        .put("controller", true);
    return template;
  }
}
