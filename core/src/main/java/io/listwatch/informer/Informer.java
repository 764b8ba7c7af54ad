package io.listwatch.informer;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.selector.LabelSelector;
import io.listwatch.store.Index;
import io.listwatch.store.StoreSnapshot;
import java.time.Duration;
import java.util.Collection;
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
 * An in-memory copy of a collection of objects, kept up to date, as one user sees it: decoded into
 * the user's class, with the user's handlers.
 *
 * <p>Thread-safe. The store and the watch are shared with every other informer of the same {@link
 * Selection}. Closing this one removes its handlers, and closing the last one ends the watch. Reads
 * never block, and each returns one consistent state.
 */
public final class Informer<T> implements AutoCloseable {
  private final SharedInformer shared;
  private final Consumer<? super Informer<T>> release;
  private final DecodedObjects<T> decoded;
  private final @Nullable MutationDetector<T> detector;
  private final @Nullable MutationCheckLoop mutationChecks;
  private final Set<HandlerThread<T>> handlers = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * Creates an informer over a shared one.
   *
   * @param release called once, when this is closed
   */
  Informer(SharedInformer shared, ObjectCodec<T> codec, Consumer<? super Informer<T>> release) {
    this.shared = shared;
    this.release = release;
    InformerOptions options = shared.options();
    boolean detect = options.detectMutations;
    // Objects that are not decoded need no cache.
    long decodedWeight = codec instanceof RawCodec ? 0 : options.decodedWeight;
    detector = detect ? new MutationDetector<>(codec) : null;
    decoded = new DecodedObjects<>(codec, decodedWeight, detector);
    mutationChecks =
        detect ? new MutationCheckLoop(shared.name(), options.timers, this::checkMutations) : null;
  }

  /** Starts to list and watch, unless already started. */
  public Informer<T> start() {
    shared.start();
    return this;
  }

  /** Adds a handler with default options. */
  public HandlerRegistration addHandler(ResourceHandler<T> handler) {
    return addHandler(handler, HandlerOptions.named(shared.nextHandlerName()));
  }

  /**
   * Adds a handler at any time. It is first notified of every existing object, then of all changes.
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

  /** True if all initial objects can be read. Handlers may not have been notified of them yet. */
  public boolean hasSynced() {
    return shared.hasSynced();
  }

  /**
   * Completes when {@link #hasSynced}; cancelled if the informer is closed before. Dependent stages
   * without their own executor run on the informer's thread, which waits for them.
   */
  public CompletionStage<Void> synced() {
    return shared.synced();
  }

  /**
   * Waits for {@link #hasSynced}.
   *
   * @throws AwaitTimeoutException if that does not happen in time; the message says why, as far as
   *     {@link #health} knows
   * @throws IllegalStateException if the informer is closed
   */
  public void awaitSync(Duration atMost) throws InterruptedException {
    if (!shared.awaitSync(atMost)) {
      throw shared.notSynced(atMost);
    }
  }

  /**
   * Waits until this informer's handlers have been notified of everything that could be read from
   * it when this was called. Returns true if that happened in time. Closing drops queued
   * notifications, so drain first to lose none. Do not call it from a handler, which would wait for
   * itself.
   */
  public boolean drain(Duration atMost) throws InterruptedException {
    return shared.drain(List.copyOf(handlers), atMost);
  }

  public Optional<View<T>> get(ResourceKey key) {
    return Optional.ofNullable(shared.snapshot().get(key)).map(this::view);
  }

  /** Returns every object, in the order of their keys. */
  public List<View<T>> list() {
    return views(shared.snapshot().all());
  }

  public List<View<T>> list(LabelSelector selector) {
    return views(shared.snapshot().select(selector));
  }

  public List<View<T>> inNamespace(String namespace) {
    return views(shared.snapshot().inNamespace(namespace));
  }

  public List<View<T>> inNamespace(String namespace, LabelSelector selector) {
    return views(shared.snapshot().select(namespace, selector));
  }

  /** Returns the objects that have {@code value} under an added index. */
  public List<View<T>> byIndex(String index, String value) {
    return views(shared.snapshot().byIndex(index, value));
  }

  /** Returns all objects with their indexes and version, as of one moment. */
  public StoreSnapshot snapshot() {
    return shared.snapshot();
  }

  /** Returns an object of a {@link #snapshot} as the user's class. */
  public View<T> view(Resource object) {
    return new View<>(object, decoded);
  }

  List<View<T>> views(Collection<Resource> objects) {
    return new ViewList<>(objects, this::view);
  }

  /**
   * Makes reads, indexes included, return an object as the response to a write contains it, until
   * the watch has caught up with that write. Handlers are notified by the watch alone. A client
   * that writes {@code through} this informer calls this by itself.
   *
   * <p>Reads never return an older state than the watch has delivered: of two states the one with
   * the later version wins. Once the watch has passed the write's version, its state wins, even if
   * the object is gone. Responses are dropped if there are too many of them, or if they get too old
   * ({@link InformerOptions.Builder#ownWrites}).
   */
  public void wrote(Resource response) {
    shared.written().wrote(response);
  }

  /**
   * Hides an object that has just been deleted from reads, until the watch has delivered the
   * deletion.
   *
   * @param uid uid of the deleted object from the response; null for that of {@code before}
   * @param before the object as read from this informer before the deletion was requested
   */
  public void deleted(ResourceKey key, @Nullable String uid, @Nullable Resource before) {
    shared.written().deleted(key, uid, before);
  }

  /** Hides an object that has just been deleted from reads, given its last state. */
  public void deleted(Resource last) {
    shared.written().deleted(last);
  }

  /**
   * Waits until one object satisfies the condition, which gets the object as it can be read, or
   * empty if it does not exist. The condition is called on the caller's thread, once for each
   * state.
   *
   * @return the state that satisfied the condition
   * @throws AwaitTimeoutException if that does not happen in time
   * @throws IllegalStateException if the informer is closed
   */
  public Optional<View<T>> await(
      ResourceKey key, Predicate<Optional<View<T>>> condition, Duration atMost)
      throws InterruptedException {
    return new InformerWait<>(this, shared, closed::get).await(key, condition, atMost);
  }

  /**
   * Waits until all objects together satisfy the condition, which is called on the caller's thread,
   * after each change.
   *
   * @return the state that satisfied the condition
   * @throws AwaitTimeoutException if that does not happen in time
   * @throws IllegalStateException if the informer is closed
   */
  public List<View<T>> await(Predicate<? super List<View<T>>> condition, Duration atMost)
      throws InterruptedException {
    return new InformerWait<>(this, shared, closed::get).await(condition, atMost);
  }

  /** Returns the informer's health, also while it is failing. */
  public InformerHealth health() {
    return shared.health();
  }

  /**
   * Returns the keys of shared objects that a user has changed, each once. Empty unless mutation
   * detection is on, which also checks every second by itself. The listener is notified of each in
   * any case.
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
    if (mutationChecks != null) {
      mutationChecks.close();
      checkMutations();
    }
    handlers.forEach(HandlerThread::close);
    shared.recheckConditions();
    release.accept(this);
  }
}
