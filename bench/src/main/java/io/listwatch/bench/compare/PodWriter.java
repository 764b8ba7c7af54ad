package io.listwatch.bench.compare;

import io.listwatch.bench.SubmittedPod;
import io.listwatch.client.ApiClient;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Creates pods on a server, in ten namespaces, and updates them one at a time. */
final class PodWriter implements AutoCloseable {
  private static final ResourceType PODS = ResourceType.namespaced("v1", "Pod", "pods");
  private static final ResourceType NAMESPACES =
      ResourceType.cluster("v1", "Namespace", "namespaces");
  private static final int NAMESPACE_COUNT = 10;
  private static final int WRITERS = 16;

  private final ApiClient client;
  private final ResourceClient<Resource> pods;
  private final Random random = new Random(7);
  private final List<Resource> created = new ArrayList<>();
  private int updates;

  PodWriter(Target target) {
    this.client = target.client();
    this.pods = client.resources(PODS);
  }

  /** Creates pods and writes their status, as Kubernetes' controllers and kubelets do. */
  void create(int count) throws InterruptedException, ExecutionException {
    for (int i = 0; i < NAMESPACE_COUNT; i++) {
      String json = "{\"metadata\":{\"name\":\"%s\"}}".formatted(namespace(i));
      var unused = client.resources(NAMESPACES).create(Resource.parse(json));
    }
    var writers = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Callable<Resource>> work =
          IntStream.range(0, count).<Callable<Resource>>mapToObj(i -> () -> createOne(i)).toList();
      for (Future<Resource> each : writers.invokeAll(work)) {
        created.add(each.get());
      }
    } finally {
      writers.shutdown();
    }
  }

  private static String namespace(int index) {
    return "bench-" + index % NAMESPACE_COUNT;
  }

  private Resource createOne(int index) throws InterruptedException {
    SubmittedPod pod = SubmittedPod.of(index, namespace(index));
    ResourceClient<Resource> here = pods.inNamespace(namespace(index));
    var unused = here.as("controller").create(Resource.parse(pod.object()));
    return here.as("kubelet")
        .subresource("status")
        .patch(pod.name(), Patch.merge("{\"status\":%s}".formatted(pod.status())));
  }

  /** Updates random pods, each after the response to the previous update. */
  void update(int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      ResourceKey key = created.get(random.nextInt(created.size())).key();
      updates++;
      var unused =
          pods.inNamespace(String.valueOf(key.namespace()))
              .patch(
                  key.name(),
                  Patch.merge(
                      "{\"metadata\":{\"annotations\":{\"bench.example/update\":\"%d\"}}}"
                          .formatted(updates)));
    }
  }

  /** Returns the mean length of a pod's JSON. */
  long size(boolean managedFields) {
    return created.stream()
            .map(pod -> managedFields ? pod : pod.withoutManagedFields())
            .mapToLong(Resource::size)
            .sum()
        / created.size();
  }

  @Override
  public void close() {
    client.close();
  }
}
