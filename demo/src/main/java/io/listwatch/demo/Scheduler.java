package io.listwatch.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.client.ApiClient;
import io.listwatch.client.http.ApiRequest;
import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.Informer;
import io.listwatch.informer.View;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.trace.Trace;
import java.util.Optional;

/** Binds each pod without a node to the only node. */
final class Scheduler implements Reconciler<ResourceKey> {
  private static final String NAME = "scheduler";

  private final ApiClient client;
  private final Informer<Resource> pods;
  private final String node;

  private Scheduler(ApiClient client, Informer<Resource> pods, String node) {
    this.client = client;
    this.pods = pods;
    this.node = node;
  }

  static Controller<ResourceKey> of(
      ApiClient client, Informer<Resource> pods, String node, Trace trace) {
    var scheduler = new Scheduler(client, pods, node);
    return Controller.builder(NAME, trace.reconciler(NAME, scheduler))
        .watching(
            pods,
            trace.<Resource, ResourceKey>request(NAME, View::key),
            pod -> unscheduled(pod.resource()))
        .build();
  }

  private static boolean unscheduled(Resource pod) {
    return !pod.terminating() && pod.text(PodPaths.NODE).isEmpty();
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws Exception {
    Optional<View<Resource>> pod = pods.get(key);
    if (pod.isPresent() && unscheduled(pod.get().resource())) {
      String path = "/api/v1/namespaces/%s/pods/%s/binding".formatted(key.namespace(), key.name());
      String binding =
          """
          {"apiVersion":"v1","kind":"Binding","metadata":{"name":"%s"},\
          "target":{"apiVersion":"v1","kind":"Node","name":"%s"}}\
          """
              .formatted(key.name(), node);
      client.call(ApiRequest.of("POST", path).body(binding.getBytes(UTF_8)));
    }
    return Reconciliation.done();
  }
}
