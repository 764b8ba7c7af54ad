package io.listwatch.informer;

import io.listwatch.model.Resource;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.Reflector;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.reflector.ReflectorStatus;
import io.listwatch.store.IndexedStore;
import io.listwatch.store.InformerQueue;
import io.listwatch.store.KnownObjects;
import io.listwatch.store.QueueGroup;
import io.listwatch.store.StoreSnapshot;
import io.listwatch.store.SyncRound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The feeds of an informer: one, or one for each of several namespaces, which fail, lag and relist
 * independently.
 *
 * <p>Threads: each reflector has its own thread, and one thread takes their batches. The other
 * methods may be called from any thread.
 */
final class Feeds implements AutoCloseable {
  private final Selection selection;
  private final SourceProvider sources;
  private final InformerOptions options;
  private final IndexedStore store;
  private final QueueGroup queues = new QueueGroup();
  private final List<Feed> feeds;

  /** Number of feeds whose initial list is not complete. Confined to the informer's thread. */
  private int incomplete;

  Feeds(
      String name,
      Selection selection,
      SourceProvider sources,
      InformerOptions options,
      IndexedStore store) {
    this.selection = selection;
    this.sources = sources;
    this.options = options;
    this.store = store;
    var made = new ArrayList<Feed>();
    if (selection.namespaces().size() > 1) {
      for (String namespace : new TreeSet<>(selection.namespaces())) {
        made.add(feed(name + ":" + namespace, namespace, namespace, made.isEmpty()));
      }
    } else {
      made.add(feed(name, selection.namespaces().stream().findFirst().orElse(null), null, true));
    }
    feeds = List.copyOf(made);
    incomplete = feeds.size();
  }

  /**
   * Creates one feed.
   *
   * @param namespace the namespace to list and watch; null for all
   * @param part {@code namespace} if there are other feeds, else null
   */
  private Feed feed(String name, @Nullable String namespace, @Nullable String part, boolean first) {
    InformerQueue queue = queue(part);
    var source = new SelectedSource(source(namespace), selection);
    StoreKeeper.KeptStore kept = KeptStores.of(selection, namespace, options, () -> contents(part));
    Reflector reflector =
        Reflector.builder(source, queue)
            .type(selection.type())
            .warmStart(kept)
            .name(name)
            .policy(policy(first))
            .transform(intake(part))
            .deltas(wantsDeltas())
            .listener(options.listener)
            .metrics(options.metrics)
            .timers(options.timers)
            .build();
    return new Feed(name, part, queue, reflector, kept);
  }

  /** A delta applies to the object as it was sent, so the intake must not change objects. */
  private boolean wantsDeltas() {
    return options.wantsDeltas() && (options.keepManagedFields || sources.hasLeanSources());
  }

  private ListerWatcher source(@Nullable String namespace) {
    return options.keepManagedFields
        ? sources.source(selection.type(), namespace)
        : sources.leanSource(selection.type(), namespace);
  }

  private StoreKeeper.Contents contents(@Nullable String part) {
    StoreSnapshot snapshot = store.snapshot();
    return part == null
        ? new StoreKeeper.Contents(snapshot.version(), snapshot.all())
        : new StoreKeeper.Contents(snapshot.version(part), snapshot.inNamespace(part));
  }

  private InformerQueue queue(@Nullable String namespace) {
    Supplier<KnownObjects> known =
        () -> namespace == null ? store.snapshot() : store.snapshot().ofNamespace(namespace);
    return options.queue == QueueKind.IN_ORDER
        ? queues.addInOrder(known, options.queueCapacity)
        : queues.addDeltaFifo(known, options.queueCapacity);
  }

  private ReflectorPolicy policy(boolean first) {
    return first || !resyncsAll()
        ? options.policy
        : options.policy.with(policy -> policy.resyncPeriod(Duration.ZERO));
  }

  /** True if a resync of one queue covers the objects of all feeds. */
  private boolean resyncsAll() {
    return options.queue == QueueKind.IN_ORDER;
  }

  /**
   * Rejects objects of other namespaces if there are several feeds, because one feed could
   * otherwise undo another's changes.
   */
  private UnaryOperator<Resource> intake(@Nullable String namespace) {
    UnaryOperator<Resource> intake = options.intake();
    if (namespace == null) {
      return intake;
    }
    return object -> {
      if (!namespace.equals(object.key().namespace())) {
        throw new IllegalArgumentException(
            "namespace: %s (expected: %s)".formatted(object.key().namespace(), namespace));
      }
      return intake.apply(object);
    };
  }

  List<Feed> all() {
    return feeds;
  }

  /** Blocks until the next batch of any feed; returns null once they are closed. */
  @Nullable Delivery take() throws InterruptedException {
    QueueGroup.Taken taken = queues.take();
    if (taken == null) {
      return null;
    }
    boolean last = taken.batch().completesInitial() && --incomplete == 0;
    return new Delivery(feeds.get(taken.queue()).namespace(), taken.batch(), last);
  }

  void resync(SyncRound round) {
    List<Feed> asked = resyncsAll() ? feeds.subList(0, 1) : feeds;
    asked.forEach(feed -> feed.queue().resync(round));
  }

  /** Returns the number of changes in the queues. */
  int queued() {
    return queues.size();
  }

  /** Returns the status of each reflector by namespace; empty if there is only one. */
  Map<String, ReflectorStatus> byNamespace() {
    var statuses = new TreeMap<String, ReflectorStatus>();
    for (Feed feed : feeds) {
      if (feed.namespace() != null) {
        statuses.put(feed.namespace(), feed.reflector().status());
      }
    }
    return statuses;
  }

  /** Returns the status of the least healthy reflector. */
  ReflectorStatus worst() {
    ReflectorStatus worst = feeds.get(0).reflector().status();
    for (Feed feed : feeds) {
      ReflectorStatus status = feed.reflector().status();
      if (worst.healthy() && !status.healthy()) {
        worst = status;
      }
    }
    return worst;
  }

  @Override
  public void close() {
    feeds.forEach(feed -> feed.reflector().close());
    queues.close();
  }

  /** Stores the objects for the next run. Called after the last batch has been applied. */
  void keep() {
    feeds.forEach(feed -> feed.kept().close());
  }

  /**
   * A batch to apply.
   *
   * @param namespace the feed's namespace, if there are several
   * @param completesInitial whether all initial objects are in the store once it is applied
   */
  record Delivery(
      @Nullable String namespace, InformerQueue.Batch batch, boolean completesInitial) {}
}
