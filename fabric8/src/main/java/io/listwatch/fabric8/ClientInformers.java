package io.listwatch.fabric8;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.impl.BaseClient;
import io.listwatch.client.HttpListerWatcher;
import io.listwatch.client.http.ExchangeTransport;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.InformerOptions;
import io.listwatch.informer.SourceProvider;
import io.listwatch.model.Resource;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.time.Timers;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the informers of a wrapped client and passes its writes to them. Thread-safe. */
final class ClientInformers implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ListwatchInformers.class);

  /** Time for a response to begin, if the client has none of its own. */
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

  private final KubernetesClient client;
  private final Consumer<InformerOptions.Builder> options;
  private final boolean ownWrites;
  private final Set<Class<? extends HasMetadata>> exceptions;
  private final SourceProvider sources;

  private final Set<ListwatchInformer<?>> running = ConcurrentHashMap.newKeySet();

  ClientInformers(
      KubernetesClient client,
      Consumer<InformerOptions.Builder> options,
      boolean ownWrites,
      Set<Class<? extends HasMetadata>> exceptions) {
    this.client = client;
    this.options = options;
    this.ownWrites = ownWrites;
    this.exceptions = Set.copyOf(exceptions);
    this.sources = HttpListerWatcher.sources(transport(client));
    // The client keeps no strong reference. Running informers have one.
    client.adapt(BaseClient.class).addToCloseable(this);
  }

  private static ExchangeTransport transport(KubernetesClient client) {
    int millis = client.getConfiguration().getRequestTimeout();
    return new ExchangeTransport(
        URI.create(server(client)),
        new ClientExchange(client.getHttpClient()),
        millis > 0 ? Duration.ofMillis(millis) : DEFAULT_TIMEOUT,
        Timers.system());
  }

  /** Returns the server's URL without a slash at its end. */
  private static String server(KubernetesClient client) {
    String url = client.getMasterUrl().toString();
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  void started(ListwatchInformer<?> informer) {
    running.add(informer);
  }

  void ended(ListwatchInformer<?> informer) {
    running.remove(informer);
  }

  boolean covers(Class<? extends HasMetadata> type) {
    return !exceptions.contains(type);
  }

  /** Creates an informer that is not started. */
  ListwatchInformer<?> create(
      InformedOperation operation,
      long resyncMillis,
      Map<String, Function<HasMetadata, List<String>>> indexers) {
    return create(operation, operation.type(), resyncMillis, indexers);
  }

  private <T extends HasMetadata> ListwatchInformer<T> create(
      InformedOperation operation,
      Class<T> type,
      long resyncMillis,
      Map<String, Function<HasMetadata, List<String>>> indexers) {
    var codec = new SerializationCodec<>(client.getKubernetesSerialization(), type);
    var lifecycle = new InformerLifecycle(new Failures(request(operation)));
    var factory =
        InformerFactory.builder(sources)
            .options(each -> configure(each, operation, lifecycle))
            .build();
    var informer =
        new ListwatchInformer<T>(
            type, operation.selection(), factory, codec, lifecycle, resyncMillis, this);
    indexers.forEach((name, index) -> informer.addIndexers(Map.of(name, index::apply)));
    return informer;
  }

  private HttpRequest request(InformedOperation operation) {
    String uri = server(client) + operation.path();
    return client.getHttpClient().newHttpRequestBuilder().uri(uri).build();
  }

  private void configure(
      InformerOptions.Builder each, InformedOperation operation, InformerLifecycle lifecycle) {
    int limit = operation.limit();
    each.keepManagedFields(true);
    if (limit > 0) {
      each.policy(ReflectorPolicy.CLIENT.with(policy -> policy.streaming(false).pageSize(limit)));
    }
    options.accept(each);
    each.listener(lifecycle);
  }

  /** Shows the response to a write to the readers of informers that select the object. */
  void wrote(HasMetadata object) {
    List<ListwatchInformer<?>> readers =
        running.stream().filter(each -> ownWrites && each.covers(object)).toList();
    if (readers.isEmpty()) {
      return;
    }
    try {
      Resource written = Resource.parse(client.getKubernetesSerialization().asJson(object));
      readers.forEach(each -> each.wrote(written));
    } catch (RuntimeException e) {
      // The write itself has succeeded, and the watch will deliver it.
      log.warn("Cannot show a write at once: {}", object.getMetadata().getName(), e);
    }
  }

  /** Stops all informers. Called when the wrapped client or the given one is closed. */
  @Override
  public void close() {
    List.copyOf(running).forEach(ListwatchInformer::stop);
  }
}
