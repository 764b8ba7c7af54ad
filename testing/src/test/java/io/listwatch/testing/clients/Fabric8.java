package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.CustomResourceDefinitionContext;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.listwatch.testing.TestServer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Creates clients of the fabric8 library, and the namespaces and definitions that tests need. */
final class Fabric8 {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Fabric8() {}

  /** The transport of watches. */
  enum Transport {
    WEB_SOCKET,
    CHUNKED
  }

  /** Returns an administrator's client, over TLS. */
  static KubernetesClient client(TestServer server) {
    return client(server, Transport.WEB_SOCKET, new Requests());
  }

  /** Returns a client whose requests pass through {@code requests}. */
  static KubernetesClient client(TestServer server, Transport transport, Requests requests) {
    return client(config(server, transport), requests);
  }

  static Config config(TestServer server, Transport transport) {
    return new ConfigBuilder(Config.fromKubeconfig(server.kubeconfig()))
        .withOnlyHttpWatches(transport == Transport.CHUNKED)
        // The reconnect interval stays at its default of one second. The client receives an error
        // and the end of the stream on different threads, and loses the error if it reconnects
        // first.
        .withRequestTimeout((int) PATIENCE.toMillis())
        .withConnectionTimeout((int) PATIENCE.toMillis())
        .build();
  }

  static KubernetesClient client(Config config, Requests requests) {
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withHttpClientBuilderConsumer(
            builder -> builder.addOrReplaceInterceptor("requests", new Passing(requests)))
        .build();
  }

  /** Creates a namespace, so that tests that share a server do not interfere. */
  static String namespace(KubernetesClient client) {
    return client
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withGenerateName("test-")
                .endMetadata()
                .build())
        .create()
        .getMetadata()
        .getName();
  }

  /** Creates a custom resource definition and waits until its objects are served. */
  static void define(KubernetesClient client, CustomResourceDefinition definition) {
    client.resource(definition).createOr(existing -> existing.patch());
    var unused =
        client
            .resource(definition)
            .waitUntilCondition(Fabric8::established, PATIENCE.toSeconds(), TimeUnit.SECONDS);
    // The Established condition is written before the paths are served, as in kube-apiserver.
    var context = CustomResourceDefinitionContext.fromCrd(definition);
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> client.genericKubernetesResources(context).inAnyNamespace().list() != null);
  }

  private static boolean established(@Nullable CustomResourceDefinition definition) {
    return definition != null
        && definition.getStatus() != null
        // Null until a controller has processed the definition, as in kube-apiserver.
        && definition.getStatus().getConditions() != null
        && definition.getStatus().getConditions().stream()
            .anyMatch(
                each -> each.getType().equals("Established") && each.getStatus().equals("True"));
  }

  static ConfigMap configMap(String namespace, String name, Map<String, String> data) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .endMetadata()
        .withData(data)
        .build();
  }

  private record Passing(Requests requests) implements Interceptor {
    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
      builder.uri(requests.pass(request.method(), request.uri()));
    }
  }
}
