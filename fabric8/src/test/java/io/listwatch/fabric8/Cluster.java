package io.listwatch.fabric8;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.CustomResourceDefinitionContext;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.net.URI;
import java.time.Duration;
import java.util.function.Consumer;

/** An API server in memory, and a fabric8 client of it. */
final class Cluster implements AutoCloseable {
  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final ApiServer server = ApiServer.start(storage, ApiServerConfig.open(0));
  private final KubernetesClient client = connect();

  /** Returns a client that is not wrapped. */
  KubernetesClient client() {
    return client;
  }

  /** Returns another client, which the caller closes. */
  KubernetesClient connect() {
    return connect(uri -> {});
  }

  /** Returns another client, which the caller closes, with a listener to its requests. */
  KubernetesClient connect(Consumer<URI> requests) {
    return new KubernetesClientBuilder()
        .withHttpClientBuilderConsumer(
            http -> http.addOrReplaceInterceptor("requests", listener(requests)))
        .withConfig(
            new ConfigBuilder()
                .withAutoConfigure(false)
                .withMasterUrl("http://127.0.0.1:" + server.port())
                .withNamespace("default")
                .build())
        .build();
  }

  private static Interceptor listener(Consumer<URI> requests) {
    return new Interceptor() {
      @Override
      public void before(BasicBuilder headers, HttpRequest request, RequestTags tags) {
        requests.accept(request.uri());
      }
    };
  }

  /** Creates a definition and waits until its objects are served. */
  void define(CustomResourceDefinition definition) {
    client.resource(definition).create();
    var context = CustomResourceDefinitionContext.fromCrd(definition);
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .until(() -> client.genericKubernetesResources(context).inAnyNamespace().list() != null);
  }

  static ConfigMap map(String name, String value) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .addToLabels("app", value)
        .endMetadata()
        .addToData("value", value)
        .build();
  }

  @Override
  public void close() {
    client.close();
    server.close();
    storage.close();
  }
}
