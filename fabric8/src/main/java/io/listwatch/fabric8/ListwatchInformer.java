package io.listwatch.fabric8;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.ExceptionHandler;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Indexer;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.fabric8.kubernetes.client.informers.cache.Store;
import io.fabric8.kubernetes.client.utils.Utils;
import io.listwatch.informer.HandlerOptions;
import io.listwatch.informer.HandlerRegistration;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.Selection;
import io.listwatch.model.Resource;
import io.listwatch.reflector.ReflectorState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * fabric8's informer over one of Listwatch's. Each handler has a thread of its own.
 *
 * <p>Thread-safe.
 */
final class ListwatchInformer<T extends HasMetadata> implements SharedIndexInformer<T> {
  private final Class<T> type;
  private final Selection selection;
  private final InformerFactory factory;
  private final Informer<T> informer;
  private final InformerCache<T> cache;
  private final InformerLifecycle lifecycle;
  private final long resyncMillis;
  private final ClientInformers informers;
  private final Map<ResourceEventHandler<?>, HandlerRegistration> handlers =
      new ConcurrentHashMap<>();
  private final AtomicInteger handlerCount = new AtomicInteger();
  private final AtomicBoolean begun = new AtomicBoolean();

  ListwatchInformer(
      Class<T> type,
      Selection selection,
      InformerFactory factory,
      SerializationCodec<T> codec,
      InformerLifecycle lifecycle,
      long resyncMillis,
      ClientInformers informers) {
    this.type = type;
    this.selection = selection;
    this.factory = factory;
    this.informer = factory.informer(selection, codec);
    this.cache = new InformerCache<>(informer);
    this.lifecycle = lifecycle;
    this.resyncMillis = resyncMillis;
    this.informers = informers;
    var unused = lifecycle.ended().whenComplete((end, failure) -> end());
  }

  private void end() {
    informers.ended(this);
    factory.close();
  }

  @Override
  public CompletableFuture<Void> start() {
    if (lifecycle.ended().isDone()) {
      throw new IllegalStateException(this + ": stopped (expected: a new informer)");
    }
    if (!begun.getAndSet(true)) {
      informers.started(this);
      informer.synced().thenRun(() -> lifecycle.started().complete(null));
      informer.start();
    }
    return lifecycle.started();
  }

  @Override
  public SharedIndexInformer<T> run() {
    Utils.waitUntilReadyOrFail(start(), -1, TimeUnit.MILLISECONDS);
    return this;
  }

  @Override
  public void stop() {
    lifecycle.stop();
  }

  @Override
  public CompletableFuture<Void> stopped() {
    return lifecycle.ended();
  }

  @Override
  public SharedIndexInformer<T> addEventHandler(ResourceEventHandler<? super T> handler) {
    return addEventHandlerWithResyncPeriod(handler, resyncMillis);
  }

  @Override
  public SharedIndexInformer<T> addEventHandlerWithResyncPeriod(
      ResourceEventHandler<? super T> handler, long resyncPeriodMillis) {
    HandlerOptions options =
        HandlerOptions.named("fabric8-" + handlerCount.incrementAndGet())
            .resyncEvery(Duration.ofMillis(resyncPeriodMillis));
    HandlerRegistration registration =
        informer.addHandler(new EventHandler<>(handler, lifecycle, cache::isEmpty), options);
    handlers.put(handler, registration);
    // If the handler is removed before it has synced, the stage is cancelled.
    registration.synced().thenRun(() -> ListEvents.after(handler, version(), cache.isEmpty()));
    return this;
  }

  @Override
  public SharedIndexInformer<T> removeEventHandler(ResourceEventHandler<? super T> handler) {
    HandlerRegistration registration = handlers.remove(handler);
    if (registration != null) {
      registration.close();
    }
    return this;
  }

  @Override
  public SharedIndexInformer<T> exceptionHandler(ExceptionHandler handler) {
    requireNotStarted("exceptionHandler");
    lifecycle.exceptionHandler(handler);
    return this;
  }

  private void requireNotStarted(String method) {
    if (begun.get()) {
      throw new IllegalStateException(
          "%s: %s (expected: before the start)".formatted(this, method));
    }
  }

  @Override
  public SharedIndexInformer<T> addIndexers(Map<String, Function<T, List<String>>> indexers) {
    cache.addIndexers(indexers);
    return this;
  }

  @Override
  public SharedIndexInformer<T> removeIndexer(String name) {
    cache.removeIndexer(name);
    return this;
  }

  @Override
  public Indexer<T> getIndexer() {
    return cache;
  }

  @Override
  public Store<T> getStore() {
    return cache;
  }

  @Override
  public boolean hasSynced() {
    return informer.hasSynced();
  }

  @Override
  public @Nullable String lastSyncResourceVersion() {
    return informer.hasSynced() ? version() : null;
  }

  private String version() {
    return informer.snapshot().version().toString();
  }

  @Override
  public boolean isRunning() {
    return begun.get() && !lifecycle.ended().isDone();
  }

  @Override
  public boolean isWatching() {
    return isRunning() && lifecycle.state() == ReflectorState.WATCHING;
  }

  @Override
  public Class<T> getApiTypeClass() {
    return type;
  }

  /** Unsupported: to resume from an earlier state, use {@code storeDirectory}. */
  @Override
  public SharedIndexInformer<T> initialState(Stream<T> items) {
    throw unsupported("initialState");
  }

  /** Unsupported: this informer has its own store. */
  @Override
  public SharedIndexInformer<T> itemStore(ItemStore<T> itemStore) {
    throw unsupported("itemStore");
  }

  private UnsupportedOperationException unsupported(String method) {
    return new UnsupportedOperationException(
        "%s: %s (expected: none, or ListwatchInformers.of(client).except(%s.class))"
            .formatted(this, method, type.getSimpleName()));
  }

  /** True if an object is of this informer's type. */
  boolean covers(HasMetadata object) {
    return type.isInstance(object)
        && selection.type().kind().equals(object.getKind())
        && selection.type().apiVersion().equals(object.getApiVersion());
  }

  void wrote(Resource response) {
    informer.wrote(response);
  }

  @Override
  public String toString() {
    return "informer " + selection;
  }
}
