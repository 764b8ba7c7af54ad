package io.listwatch.informer;

import io.listwatch.model.Resource;
import io.listwatch.reflector.Reflector;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.reflector.ReflectorStatus;
import io.listwatch.store.IndexedStore;
import io.listwatch.store.InformerQueue;
import io.listwatch.store.QueueGroup;
import io.listwatch.store.StoreSnapshot;
import io.listwatch.store.SyncRound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * All that fills an informer: one feed, or one for each of several namespaces, which fail, lag and
 * list again each by itself.
 *
 * <p>Threads: each reflector has its own, and one thread takes what they bring. The rest may be
 * asked from any thread.
 */
final class Feeds implements AutoCloseable {
  private final Selection selection;
  private final SourceProvider sources;
  private final InformerOptions options;
  private final IndexedStore store;
  private final QueueGroup queues = new QueueGroup();
  private final List<Feed> feeds;

  /** How many have yet to bring their initial list. Informer's thread only. */
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
   * @param namespace which to list and watch; null for all
   * @param part the same if there are others, else null
   */
  private Feed feed(String name, @Nullable String namespace, @Nullable String part, boolean first) {
    InformerQueue queue = queue(part);
    var source = new SelectedSource(sources.source(selection.type(), namespace), selection);
    StoreKeeper.KeptStore kept = Keeping.of(selection, namespace, options, () -> contents(part));
    Reflector reflector =
        Reflector.builder(source, queue)
            .type(selection.type())
            .warmStart(kept)
            .name(name)
            .policy(policy(first))
            .transform(intake(part))
            .listener(options.listener)
            .metrics(options.metrics)
            .timers(options.timers)
            .build();
    return new Feed(name, part, queue, reflector, kept);
  }

  private StoreKeeper.Contents contents(@Nullable String part) {
    StoreSnapshot snapshot = store.snapshot();
    return part == null
        ? new StoreKeeper.Contents(snapshot.version(), snapshot.all())
        : new StoreKeeper.Contents(snapshot.version(part), snapshot.inNamespace(part));
  }

  private InformerQueue queue(@Nullable String namespace) {
    if (options.queue == QueueKind.IN_ORDER) {
      return queues.addInOrder(options.queueCapacity);
    }
    return queues.addDeltaFifo(
        () -> namespace == null ? store.snapshot() : store.snapshot().ofNamespace(namespace),
        options.queueCapacity);
  }

  private ReflectorPolicy policy(boolean first) {
    return first || !resyncsAll()
        ? options.policy
        : options.policy.with(policy -> policy.resyncPeriod(Duration.ZERO));
  }

  /** Whether the resync of one queue shows every object there is, whoever brought it. */
  private boolean resyncsAll() {
    return options.queue == QueueKind.IN_ORDER;
  }

  /** A feed of several minds its own namespace, or one would undo what another did. */
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

  /** Waits for the next batch of any feed; null once they are closed. */
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

  /** How many changes wait to be taken. */
  int queued() {
    return queues.size();
  }

  /** How each fares, by namespace; empty if there is but one. */
  Map<String, ReflectorStatus> byNamespace() {
    var statuses = new TreeMap<String, ReflectorStatus>();
    for (Feed feed : feeds) {
      if (feed.namespace() != null) {
        statuses.put(feed.namespace(), feed.reflector().status());
      }
    }
    return statuses;
  }

  /** How the one that fares worst does. */
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

  /** Keeps what was brought, once all of it has been applied and nothing more will be. */
  void keep() {
    feeds.forEach(feed -> feed.kept().close());
  }

  /**
   * A batch to apply.
   *
   * @param namespace whose, if there are several feeds
   * @param completesInitial whether everything that existed at first is there once it is applied
   */
  record Delivery(
      @Nullable String namespace, InformerQueue.Batch batch, boolean completesInitial) {}
}
