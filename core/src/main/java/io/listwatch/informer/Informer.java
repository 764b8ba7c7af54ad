package io.listwatch.informer;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.selector.LabelSelector;
import io.listwatch.store.Index;
import io.listwatch.store.StoreSnapshot;
import java.time.Duration;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A collection of objects, kept in memory and up to date, as one user sees it: decoded into the
 * user's class, with the user's handlers.
 *
 * <p>Thread-safe. What it holds and watches is shared with every other informer of the same {@link
 * Selection}; closing this one removes its handlers, and the last one to close ends the watch.
 * Reads never wait, and each is of one consistent state.
 */
public final class Informer<T> implements AutoCloseable {
  private final SharedInformer shared;
  private final Consumer<? super Informer<T>> release;
  private final DecodedObjects<T> decoded;
  private final @Nullable MutationDetector<T> detector;
  private final @Nullable MutationPatrol patrol;
  private final Set<HandlerThread<T>> handlers = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * @param release told once, when this is closed
   */
  Informer(SharedInformer shared, ObjectCodec<T> codec, Consumer<? super Informer<T>> release) {
    this.shared = shared;
    this.release = release;
    InformerOptions options = shared.options();
    boolean detect = options.detectMutations;
    // What is not decoded need not be remembered.
    long decodedWeight = codec instanceof RawCodec ? 0 : options.decodedWeight;
    detector = detect ? new MutationDetector<>(codec) : null;
    decoded = new DecodedObjects<>(codec, decodedWeight, detector);
    patrol =
        detect ? new MutationPatrol(shared.name(), options.timers, this::checkMutations) : null;
  }

  /** Starts to list and watch, unless that has begun already. */
  public Informer<T> start() {
    shared.start();
    return this;
  }

  /** Adds a handler that wants nothing special. */
  public HandlerRegistration addHandler(ResourceHandler<T> handler) {
    return addHandler(handler, HandlerOptions.named(shared.nextHandlerName()));
  }

  /**
   * Adds a handler at any time. It is first told of every object there is, then of everything that
   * follows.
   *
   * @throws IllegalStateException if this informer is closed
   */
  public HandlerRegistration addHandler(ResourceHandler<T> handler, HandlerOptions options) {
    var thread = new HandlerThread<>(options, handler, decoded, shared, handlers::remove);
    handlers.add(thread);
    // close() sets closed before it looks at the handlers, so at least one of the two sees the
    // other and no handler outlives its informer.
    if (closed.get() || !shared.add(thread)) {
      thread.close();
      throw new IllegalStateException("informer " + shared.name() + ": closed");
    }
    return thread;
  }

  /** Adds an index at any time; see {@link #byIndex}. */
  public Informer<T> addIndex(Index index) {
    shared.addIndex(index);
    return this;
  }

  /**
   * Whether everything that existed at first can be read; handlers may not have been told of it.
   */
  public boolean hasSynced() {
    return shared.hasSynced();
  }

  /**
   * Completes when {@link #hasSynced}; cancelled if the informer is closed before. What is chained
   * to it without a thread of its own runs on the informer's, which waits.
   */
  public CompletionStage<Void> synced() {
    return shared.synced();
  }

  /** Waits for {@link #hasSynced}, and answers whether it came to that in time. */
  public boolean awaitSync(Duration atMost) throws InterruptedException {
    return shared.awaitSync(atMost);
  }

  /**
   * Waits until this informer's handlers have been told of everything that could be read from it
   * when this was called, and answers whether it came to that in time. Closing drops what has not
   * been told: drain before, to lose nothing. Not for a handler to call, which would wait for
   * itself.
   */
  public boolean drain(Duration atMost) throws InterruptedException {
    return shared.drain(List.copyOf(handlers), atMost);
  }

  public Optional<View<T>> get(ResourceKey key) {
    return Optional.ofNullable(shared.snapshot().get(key)).map(this::view);
  }

  /** Every object, in the order of their keys. */
  public Collection<View<T>> list() {
    return views(shared.snapshot().all());
  }

  public Collection<View<T>> list(LabelSelector selector) {
    return views(shared.snapshot().select(selector));
  }

  public Collection<View<T>> inNamespace(String namespace) {
    return views(shared.snapshot().inNamespace(namespace));
  }

  public Collection<View<T>> inNamespace(String namespace, LabelSelector selector) {
    return views(shared.snapshot().select(namespace, selector));
  }

  /** The objects that have {@code value} under an index that was added. */
  public Collection<View<T>> byIndex(String index, String value) {
    return views(shared.snapshot().byIndex(index, value));
  }

  /** All objects with their indexes and version, as of one moment. */
  public StoreSnapshot snapshot() {
    return shared.snapshot();
  }

  /** An object of a {@link #snapshot} as the user's class. */
  public View<T> view(Resource object) {
    return new View<>(object, decoded);
  }

  Collection<View<T>> views(Collection<Resource> objects) {
    return new AbstractCollection<>() {
      @Override
      public Iterator<View<T>> iterator() {
        Iterator<Resource> each = objects.iterator();
        return new Iterator<>() {
          @Override
          public boolean hasNext() {
            return each.hasNext();
          }

          @Override
          public View<T> next() {
            return view(each.next());
          }
        };
      }

      @Override
      public int size() {
        return objects.size();
      }
    };
  }

  /**
   * Has reads show an object as the answer to a write has it, until the watch has caught up with
   * that write; indexes included. Handlers are told by the watch alone. A client that writes {@code
   * through} this informer says so by itself.
   *
   * <p>What is shown is never older than what the watch has brought: of two states that of the
   * later version counts. Once the watch has passed the write's version, what it says counts, also
   * if that is nothing. Answers are dropped if there are too many of them, or if they get too old
   * ({@link InformerOptions#ownWrites}).
   */
  public void wrote(Resource answer) {
    shared.written().wrote(answer);
  }

  /**
   * Has reads not show an object that has just been deleted, until the watch tells so.
   *
   * @param uid what the answer says was deleted; null for {@code before}
   * @param before what could be read from this informer before the deletion was asked for
   */
  public void deleted(ResourceKey key, @Nullable String uid, @Nullable Resource before) {
    shared.written().deleted(key, uid, before);
  }

  /** Has reads not show an object that has just been deleted, whose last state this is. */
  public void deleted(Resource last) {
    shared.written().deleted(last);
  }

  /**
   * Waits until one object is as the condition wants it, which is given what can be read, and
   * nothing if that is not there. Asked on the caller's thread, once for each state.
   *
   * @return what the condition was content with
   * @throws AwaitTimeoutException if it does not come to that in time
   * @throws IllegalStateException if the informer is closed
   */
  public Optional<View<T>> await(
      ResourceKey key, Predicate<Optional<View<T>>> condition, Duration atMost)
      throws InterruptedException {
    return new InformerWait<>(this, shared, closed::get).await(key, condition, atMost);
  }

  /**
   * Waits until all objects together are as the condition wants them. Asked on the caller's thread,
   * after each change.
   *
   * @return what the condition was content with
   * @throws AwaitTimeoutException if it does not come to that in time
   * @throws IllegalStateException if the informer is closed
   */
  public Collection<View<T>> await(Predicate<Collection<View<T>>> condition, Duration atMost)
      throws InterruptedException {
    return new InformerWait<>(this, shared, closed::get).await(condition, atMost);
  }

  /** How the informer fares; also while it is failing, which is when it matters. */
  public InformerHealth health() {
    return shared.health();
  }

  /**
   * The keys of objects that somebody has changed though they are shared, each once. Empty unless
   * detection was asked for, which also looks by itself every second. The listener is told of each
   * in any case.
   */
  public Set<ResourceKey> checkMutations() {
    Set<ResourceKey> mutated = detector == null ? Set.of() : detector.mutated();
    for (ResourceKey key : mutated) {
      shared.monitor().mutated(key);
    }
    return mutated;
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    if (patrol != null) {
      patrol.close();
      checkMutations();
    }
    handlers.forEach(HandlerThread::close);
    shared.wakeLookers();
    release.accept(this);
  }
}
