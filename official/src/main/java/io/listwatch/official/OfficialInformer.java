package io.listwatch.official;

import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.TransformFunc;
import io.kubernetes.client.informer.cache.Indexer;
import io.listwatch.informer.HandlerOptions;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.Selection;
import io.listwatch.model.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The official client's informer over one of Listwatch's. Each handler has a thread of its own.
 *
 * <p>Thread-safe.
 */
final class OfficialInformer<T extends KubernetesObject> implements SharedIndexInformer<T> {
  private final Class<T> type;
  private final Selection selection;
  private final InformerFactory factory;
  private final ModelCodec<T> codec;
  private final Informer<T> informer;
  private final InformerIndexer<T> indexer;
  private final long resyncMillis;
  private final Set<OfficialInformer<?>> running;
  private final AtomicInteger handlerCount = new AtomicInteger();
  private final AtomicBoolean started = new AtomicBoolean();

  OfficialInformer(
      Class<T> type,
      Selection selection,
      InformerFactory factory,
      long resyncMillis,
      Set<OfficialInformer<?>> running) {
    this.type = type;
    this.selection = selection;
    this.factory = factory;
    this.codec = new ModelCodec<>(type);
    this.informer = factory.informer(selection, codec);
    this.indexer = new InformerIndexer<>(informer);
    this.resyncMillis = resyncMillis;
    this.running = running;
  }

  /** Starts the informer and returns at once. */
  @Override
  public void run() {
    if (!started.getAndSet(true)) {
      running.add(this);
      informer.start();
    }
  }

  @Override
  public void stop() {
    running.remove(this);
    factory.close();
  }

  @Override
  public void addEventHandler(ResourceEventHandler<T> handler) {
    addEventHandlerWithResyncPeriod(handler, resyncMillis);
  }

  @Override
  public void addEventHandlerWithResyncPeriod(ResourceEventHandler<T> handler, long resyncPeriod) {
    HandlerOptions options =
        HandlerOptions.named("official-" + handlerCount.incrementAndGet())
            .resyncEvery(Duration.ofMillis(resyncPeriod));
    var unused = informer.addHandler(new EventHandler<>(handler), options);
  }

  @Override
  public boolean hasSynced() {
    return informer.hasSynced();
  }

  @Override
  public String lastSyncResourceVersion() {
    return informer.hasSynced() ? informer.snapshot().version().toString() : "";
  }

  /** Sets a function that every object goes through when it is decoded. */
  @Override
  public void setTransform(TransformFunc transform) {
    if (started.get()) {
      throw new IllegalStateException(this + ": setTransform (expected: before run)");
    }
    codec.transform(transform);
  }

  @Override
  public void addIndexers(Map<String, Function<T, List<String>>> indexers) {
    indexer.addIndexers(indexers);
  }

  @Override
  public Indexer<T> getIndexer() {
    return indexer;
  }

  /** True if an object is of this informer's class. */
  boolean covers(KubernetesObject object) {
    return type.isInstance(object);
  }

  void wrote(Resource response) {
    informer.wrote(response);
  }

  @Override
  public String toString() {
    return "informer " + selection;
  }
}
