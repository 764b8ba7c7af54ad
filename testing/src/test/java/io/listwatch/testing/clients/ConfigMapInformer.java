package io.listwatch.testing.clients;

import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.listwatch.testing.TestServer;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** An informer of the official client for the config maps of a namespace. */
final class ConfigMapInformer implements AutoCloseable {
  final SharedIndexInformer<V1ConfigMap> informer;

  /** Failures that the client reported. */
  final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

  private final SharedInformerFactory factory;

  ConfigMapInformer(TestServer server, String namespace, Requests requests) throws IOException {
    ApiClient client = Official.client(server, requests);
    var core = new CoreV1Api(client);
    this.factory = new SharedInformerFactory(client);
    this.informer =
        factory.sharedIndexInformerFor(
            parameters ->
                core.listNamespacedConfigMap(namespace)
                    .watch(parameters.watch)
                    .resourceVersion(parameters.resourceVersion)
                    .timeoutSeconds(parameters.timeoutSeconds)
                    .buildCall(null),
            V1ConfigMap.class,
            V1ConfigMapList.class,
            0L,
            (type, failure) -> failures.add(failure));
  }

  void start() {
    factory.startAllRegisteredInformers();
  }

  @Override
  public void close() {
    factory.stopAllRegisteredInformers(true);
  }
}
