package io.listwatch.official;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.CallGenerator;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import okhttp3.OkHttpClient;
import okhttp3.Request;

/** An API server in memory, and an official client of it that records its requests. */
final class Cluster implements AutoCloseable {
  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final ApiServer server = ApiServer.start(storage, ApiServerConfig.open(0));
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final ApiClient client = connect();
  private final CoreV1Api api = new CoreV1Api(client);

  private ApiClient connect() {
    OkHttpClient http =
        new OkHttpClient.Builder()
            .addInterceptor(
                chain -> {
                  record(chain.request());
                  return chain.proceed(chain.request());
                })
            .build();
    return new ApiClient(http)
        .setBasePath("http://127.0.0.1:" + server.port())
        .setReadTimeout(0)
        .addDefaultHeader("X-From", "the official client");
  }

  private void record(Request request) {
    String query = String.valueOf(request.url().query());
    String from = String.valueOf(request.header("X-From"));
    requests.add("%s?%s from %s".formatted(request.url().encodedPath(), query, from));
  }

  ApiClient client() {
    return client;
  }

  /** Returns the paths, the queries and the header {@code X-From} of all requests. */
  List<String> requests() {
    return requests;
  }

  /** Returns calls for the config maps of a namespace. */
  CallGenerator maps(String namespace) {
    return parameters ->
        api.listNamespacedConfigMap(namespace)
            .resourceVersion(parameters.resourceVersion)
            .timeoutSeconds(parameters.timeoutSeconds)
            .watch(parameters.watch)
            .buildCall(null);
  }

  /** Returns calls for the config maps of all namespaces with a label. */
  CallGenerator labelled(String selector) {
    return parameters ->
        api.listConfigMapForAllNamespaces()
            .labelSelector(selector)
            .resourceVersion(parameters.resourceVersion)
            .timeoutSeconds(parameters.timeoutSeconds)
            .watch(parameters.watch)
            .buildCall(null);
  }

  V1ConfigMap create(String name, String value) throws ApiException {
    return api.createNamespacedConfigMap("default", map(name, value)).execute();
  }

  V1ConfigMap replace(String name, String value) throws ApiException {
    return api.replaceNamespacedConfigMap(name, "default", map(name, value)).execute();
  }

  void delete(String name) throws ApiException {
    api.deleteNamespacedConfigMap(name, "default").execute();
  }

  static V1ConfigMap map(String name, String value) {
    var metadata = new V1ObjectMeta().name(name).labels(Map.of("app", value));
    return new V1ConfigMap().metadata(metadata).data(Map.of("value", value));
  }

  @Override
  public void close() {
    server.close();
    storage.close();
  }
}
