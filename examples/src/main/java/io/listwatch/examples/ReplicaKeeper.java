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

/** Creates missing pods of each ReplicaSet. Never deletes any. */
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

  /** Maps a changed pod to the ReplicaSet that owns it. */
  private static List<ResourceKey> owners(View<Resource> pod) {
    return pod.resource().texts(OWNER).stream()
        .map(name -> ResourceKey.of("default", name))
        .toList();
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws Exception {
    Optional<View<Resource>> set = sets.get(key);
    if (set.isPresent()) {
      // Counts on the server, not in the informer, which may not have seen a pod that was just
      // created.
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

  /** Returns a pod with generateName: the server appends a suffix to the name of the set. */
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
