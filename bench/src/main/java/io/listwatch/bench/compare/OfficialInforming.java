package io.listwatch.bench.compare;

import static java.util.Objects.requireNonNull;

import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodList;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.credentials.AccessTokenAuthentication;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * The official client, with its own classes and its own informers or those of {@code
 * listwatch-official}. It has an index by namespace by default.
 */
final class OfficialInforming implements InformingClient {
  static final String NAME = "official";

  /** The client that uses the informers of {@code listwatch-official}. */
  static final String REPLACED = "replaced";

  private final Target target;
  private final Row row;
  private final Function<ApiClient, SharedInformerFactory> factories;
  private final Tally tally = new Tally();
  private @Nullable ApiClient client;
  private @Nullable SharedInformerFactory factory;
  private @Nullable SharedIndexInformer<V1Pod> informer;

  OfficialInforming(Target target, Row row, Function<ApiClient, SharedInformerFactory> factories) {
    this.target = target;
    this.row = row;
    this.factories = factories;
  }

  @Override
  public void start() {
    client =
        new ClientBuilder()
            .setBasePath(target.address().toString())
            .setAuthentication(new AccessTokenAuthentication(target.token()))
            .setVerifyingSsl(false)
            // The client's informers require an unlimited read timeout: a watch may be silent for a
            // long time.
            .setReadTimeout(Duration.ZERO)
            .build();
    var core = new CoreV1Api(client);
    factory = factories.apply(client);
    informer =
        factory.sharedIndexInformerFor(
            parameters ->
                core.listPodForAllNamespaces()
                    .watch(parameters.watch)
                    .resourceVersion(parameters.resourceVersion)
                    .timeoutSeconds(parameters.timeoutSeconds)
                    .buildCall(null),
            V1Pod.class,
            V1PodList.class);
    informer.addIndexers(Map.of("node", pod -> List.of(node(pod))));
    informer.addEventHandler(new Handler());
    factory.startAllRegisteredInformers();
  }

  @Override
  public boolean hasSynced() {
    return informer != null && informer.hasSynced();
  }

  @Override
  public long handled() {
    return tally.handled();
  }

  @Override
  public int list() {
    List<V1Pod> pods = informer == null ? List.of() : informer.getIndexer().list();
    pods.forEach(this::look);
    return pods.size();
  }

  @Override
  public void close() {
    if (factory != null && client != null) {
      factory.stopAllRegisteredInformers();
      OkHttpClient connections = client.getHttpClient();
      connections.dispatcher().cancelAll();
      connections.connectionPool().evictAll();
    }
  }

  private void look(V1Pod pod) {
    tally.look(node(pod));
  }

  private static String node(V1Pod pod) {
    return String.valueOf(requireNonNull(pod.getSpec()).getNodeName());
  }

  private final class Handler implements ResourceEventHandler<V1Pod> {
    @Override
    public void onAdd(V1Pod pod) {
      if (row == Row.DECODE) {
        look(pod);
      }
      tally.tell();
    }

    @Override
    public void onUpdate(V1Pod previous, V1Pod current) {
      if (row == Row.DECODE) {
        look(previous);
        look(current);
      }
      tally.tell();
    }

    @Override
    public void onDelete(V1Pod pod, boolean finalStateUnknown) {
      tally.tell();
    }
  }
}
