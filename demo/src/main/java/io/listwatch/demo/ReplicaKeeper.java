package io.listwatch.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.ApiClient;
import io.listwatch.client.JacksonCodec;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.Informer;
import io.listwatch.informer.View;
import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.trace.Trace;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Creates missing pods of each ReplicaSet, deletes surplus ones and writes the status. */
final class ReplicaKeeper implements Reconciler<ResourceKey> {
  private static final String NAME = "replica-keeper";
  private static final JsonPath REPLICAS = JsonPath.of("spec.replicas");
  private static final JsonPath OWNER = JsonPath.of("metadata.ownerReferences[*].name");
  private static final JsonPath GENERATION = JsonPath.of("metadata.generation");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ResourceClient<Resource> pods;
  private final ResourceClient<ObjectNode> newPods;
  private final ResourceClient<Resource> status;
  private final Informer<Resource> sets;

  private ReplicaKeeper(ApiClient client, Informer<Resource> sets) {
    this.pods = client.resources(Types.PODS);
    this.newPods = client.resources(Types.PODS, JacksonCodec.of(ObjectNode.class)).as(NAME);
    this.status = client.resources(Types.REPLICA_SETS).subresource("status").as(NAME);
    this.sets = sets;
  }

  static Controller<ResourceKey> of(
      ApiClient client, Informer<Resource> sets, Informer<Resource> podInformer, Trace trace) {
    var keeper = new ReplicaKeeper(client, sets);
    return Controller.builder(NAME, trace.reconciler(NAME, keeper))
        .watching(sets, trace.<Resource, ResourceKey>request(NAME, View::key))
        .watchingMany(podInformer, ReplicaKeeper::owners)
        .build();
  }

  /** Maps a changed pod to the ReplicaSet that owns it. */
  private static List<ResourceKey> owners(View<Resource> pod) {
    String namespace = String.valueOf(pod.key().namespace());
    return pod.resource().texts(OWNER).stream()
        .map(name -> ResourceKey.of(namespace, name))
        .toList();
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws Exception {
    Optional<View<Resource>> set = sets.get(key);
    if (set.isPresent() && !set.get().resource().terminating()) {
      String namespace = String.valueOf(key.namespace());
      // Counts on the server, not in the informer, which may not have seen a pod that was just
      // created.
      List<Resource> alive =
          pods.inNamespace(namespace).list().items().stream()
              .filter(pod -> !pod.terminating() && pod.texts(OWNER).contains(key.name()))
              .toList();
      int wanted = set.get().text(REPLICAS).map(Integer::parseInt).orElse(1);
      for (int i = alive.size(); i < wanted; i++) {
        newPods.inNamespace(namespace).create(pod(set.get().resource()));
      }
      for (Resource surplus : alive.subList(Math.min(wanted, alive.size()), alive.size())) {
        pods.delete(surplus.key());
      }
      report(set.get().resource(), alive);
    }
    return Reconciliation.done();
  }

  /** Patches the status. Watchers get no event if the patch changes nothing. */
  private void report(Resource set, List<Resource> alive) throws InterruptedException {
    long ready =
        alive.stream()
            .filter(pod -> pod.text(PodPaths.PHASE).equals(Optional.of("Running")))
            .count();
    status.patch(
        set.key(),
        Patch.merge(
            """
            {"status":{"replicas":%1$d,"fullyLabeledReplicas":%1$d,"readyReplicas":%2$d,\
            "availableReplicas":%2$d,"observedGeneration":%3$s}}\
            """
                .formatted(alive.size(), ready, set.text(GENERATION).orElse("0"))));
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
