package io.listwatch.official;

import com.google.gson.reflect.TypeToken;
import io.kubernetes.client.common.KubernetesListObject;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.util.CallGenerator;
import io.listwatch.client.HttpListerWatcher;
import io.listwatch.client.http.ExchangeTransport;
import io.listwatch.client.warm.StoreDirectory;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.InformerOptions;
import io.listwatch.model.Resource;
import io.listwatch.time.Timers;
import java.lang.reflect.Type;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A factory whose informers are Listwatch's: they keep objects as bytes and decode them when they
 * are read, stream the first list, and open the next watch before the last one ends.
 *
 * <p>This holds for informers of a {@link CallGenerator}. A {@code GenericKubernetesApi} and a
 * {@code ListerWatcher} do not show their requests, so their informers remain those of the official
 * client.
 *
 * <p>Thread-safe. Set options before the first informer is created.
 */
public final class ListwatchInformerFactory extends SharedInformerFactory {
  /** Time for a response to begin. The client's own read timeout has to be zero. */
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final ApiClient client;
  private final boolean reuse;
  private final Set<OfficialInformer<?>> running = ConcurrentHashMap.newKeySet();
  private volatile Consumer<InformerOptions.Builder> options = unchanged -> {};

  /**
   * @throws IllegalArgumentException if the client's read timeout is not zero
   */
  public ListwatchInformerFactory(ApiClient client) {
    this(client, false);
  }

  /**
   * @param reuse whether a second request for the same class returns the first informer
   * @throws IllegalArgumentException if the client's read timeout is not zero
   */
  public ListwatchInformerFactory(ApiClient client, boolean reuse) {
    super(client, reuse);
    this.client = client;
    this.reuse = reuse;
  }

  /**
   * Changes the options of all informers, such as {@code metrics}. A listener set here is replaced.
   */
  public ListwatchInformerFactory options(Consumer<InformerOptions.Builder> changes) {
    options = options.andThen(changes);
    return this;
  }

  /**
   * Saves the stores of all informers in a directory, so that the next run of the program resumes
   * from there instead of listing everything. The files contain the objects, secrets included, and
   * are used only with the same cluster.
   *
   * @param directory created if it does not exist; must not be accessible to group or others
   */
  public ListwatchInformerFactory storeDirectory(Path directory) {
    var keeper =
        new StoreDirectory(directory, "official", new ClientCluster(client), Timers.system());
    return options(each -> each.keeper(keeper));
  }

  /**
   * Shows the response to a write to the readers of informers that select the object, until the
   * watch delivers it.
   */
  public void wrote(KubernetesObject response) {
    Resource written = Resource.parse(JSON.serialize(response));
    running.stream().filter(each -> each.covers(response)).forEach(each -> each.wrote(written));
  }

  @Override
  public synchronized <T extends KubernetesObject, L extends KubernetesListObject>
      SharedIndexInformer<T> sharedIndexInformerFor(
          CallGenerator generator,
          Class<T> type,
          Class<L> listType,
          long resyncMillis,
          @Nullable BiConsumer<Class<T>, Throwable> exceptionHandler) {
    SharedIndexInformer<T> existing = getExistingSharedIndexInformer(type);
    if (reuse && existing != null) {
      return existing;
    }
    SharedIndexInformer<T> informer = create(generator, type, resyncMillis, exceptionHandler);
    register(type, informer);
    return informer;
  }

  @SuppressWarnings("rawtypes") // The official factory declares the parameter so.
  private void register(Class<?> type, SharedIndexInformer<?> informer) {
    Map<Type, SharedIndexInformer> all = informers;
    all.putIfAbsent(TypeToken.get(type).getType(), informer);
  }

  private <T extends KubernetesObject> OfficialInformer<T> create(
      CallGenerator generator,
      Class<T> type,
      long resyncMillis,
      @Nullable BiConsumer<Class<T>, Throwable> exceptionHandler) {
    ListedCall call = ListedCall.of(generator, type);
    var exchange = new OkHttpExchange(client, generator);
    var transport =
        new ExchangeTransport(URI.create(call.server()), exchange, TIMEOUT, Timers.system());
    var failures = new FailureListener<>(type, exceptionHandler);
    var factory =
        InformerFactory.builder(HttpListerWatcher.sources(transport))
            .options(
                each -> {
                  options.accept(each);
                  each.listener(failures);
                })
            .build();
    return new OfficialInformer<>(type, call.selection(), factory, resyncMillis, running);
  }
}
