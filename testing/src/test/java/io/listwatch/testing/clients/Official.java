package io.listwatch.testing.clients;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import io.listwatch.testing.TestServer;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.Map;
import okhttp3.Interceptor;
import okhttp3.Response;

/** Creates clients of the official library. */
final class Official {
  private Official() {}

  /** Returns an administrator's client, over TLS. */
  static ApiClient client(TestServer server) throws IOException {
    return client(server, new Requests());
  }

  /** Returns a client whose requests pass through {@code requests}. */
  static ApiClient client(TestServer server, Requests requests) throws IOException {
    ApiClient client =
        ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(new StringReader(server.kubeconfig())))
            // The client's informers require an unlimited read timeout: a watch may be silent for a
            // long time.
            .setReadTimeout(Duration.ZERO)
            .build();
    client.setHttpClient(
        client.getHttpClient().newBuilder().addInterceptor(new Passing(requests)).build());
    return client;
  }

  /** Creates a namespace, so that tests that share a server do not interfere. */
  static String namespace(ApiClient client) throws ApiException {
    var namespace = new V1Namespace().metadata(new V1ObjectMeta().generateName("test-"));
    return new CoreV1Api(client).createNamespace(namespace).execute().getMetadata().getName();
  }

  static V1ConfigMap configMap(String name, Map<String, String> data) {
    return new V1ConfigMap().metadata(new V1ObjectMeta().name(name)).data(data);
  }

  private record Passing(Requests requests) implements Interceptor {
    @Override
    public Response intercept(Chain chain) throws IOException {
      var request = chain.request();
      var uri = requests.pass(request.method(), request.url().uri());
      return chain.proceed(request.newBuilder().url(uri.toString()).build());
    }
  }
}
