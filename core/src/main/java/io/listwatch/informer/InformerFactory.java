package io.listwatch.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Creates informers that share one watch for each {@link Selection}.
 *
 * <p>Thread-safe. Informers are started in the order in which they were first requested, and
 * stopped in reverse order. The lock is a leaf.
 */
public final class InformerFactory implements AutoCloseable {
  private final SourceProvider sources;
  private final InformerOptions options;
  private final Map<ResourceType, InformerOptions> optionsByType;
  private final @Nullable String namespace;
  private final OptionsModifier modifier;
  private final AtomicInteger modifiedCount = new AtomicInteger();
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final LinkedHashMap<Selection, Sharing> informers = new LinkedHashMap<>();

  @GuardedBy("lock")
  private boolean closed;

  private InformerFactory(Builder builder) {
    sources = builder.sources;
    namespace = builder.namespace;
    modifier = builder.modifier;
    options = builder.options;
    optionsByType = Map.copyOf(builder.optionsByType);
  }

  public static Builder builder(SourceProvider sources) {
    return new Builder(sources);
  }

  /**
   * Returns an informer of all objects of a type, not decoded; of the factory's namespace if it has
   * one.
   */
  public Informer<Resource> informer(ResourceType type) {
    return informer(Selection.of(type), ObjectCodec.raw());
  }

  /**
   * Returns an informer of the selected objects. The factory's namespace and modifier apply to a
   * selection that has none of its own. The first informer for a selection is not started yet; the
   * shared watch of later ones may already be running.
   *
   * @throws IllegalStateException if the factory is closed
   */
  public <T> Informer<T> informer(Selection requested, ObjectCodec<T> codec) {
    Selection selection = withDefaults(requested);
    Informer<T> informer = join(selection, codec);
    while (informer == null) {
      // Created without the lock, because sources and metrics are user code.
      offer(selection, create(selection));
      informer = join(selection, codec);
    }
    return informer;
  }

  private Selection withDefaults(Selection requested) {
    Selection selection = requested;
    if (namespace != null
        && selection.namespaces().isEmpty()
        && selection.type().scope() == Scope.NAMESPACED) {
      selection = selection.inNamespace(namespace);
    }
    return selection.modifier().equals(OptionsModifier.NOTHING)
        ? selection.modifiedBy(modifier)
        : selection;
  }

  private <T> @Nullable Informer<T> join(Selection selection, ObjectCodec<T> codec) {
    lock.lock();
    try {
      if (closed) {
        throw new IllegalStateException("informer factory: closed");
      }
      Sharing sharing = informers.get(selection);
      if (sharing == null) {
        return null;
      }
      var informer = new Informer<T>(sharing.shared, codec, user -> release(selection, user));
      sharing.users.add(informer);
      return informer;
    } finally {
      lock.unlock();
    }
  }

  private SharedInformer create(Selection selection) {
    InformerOptions chosen = optionsByType.getOrDefault(selection.type(), options);
    return new SharedInformer(nameOf(selection), selection, sources, chosen);
  }

  /**
   * Makes the name unique: a modifier has no name, so selections that differ only in their
   * modifiers would have the same name.
   */
  private String nameOf(Selection selection) {
    return selection.modifier().equals(modifier)
        ? selection.toString()
        : selection + "*" + modifiedCount.incrementAndGet();
  }

  /** Keeps the new informer, or closes it if another thread was faster. */
  private void offer(Selection selection, SharedInformer fresh) {
    boolean taken;
    lock.lock();
    try {
      taken = !closed && informers.putIfAbsent(selection, new Sharing(fresh)) == null;
    } finally {
      lock.unlock();
    }
    if (!taken) {
      fresh.close();
    }
  }

  private void release(Selection selection, Informer<?> user) {
    SharedInformer unused = null;
    lock.lock();
    try {
      Sharing sharing = informers.get(selection);
      if (sharing != null && sharing.users.remove(user) && sharing.users.isEmpty()) {
        informers.remove(selection);
        unused = sharing.shared;
      }
    } finally {
      lock.unlock();
    }
    if (unused != null) {
      unused.close();
    }
  }

  /** Starts every informer that has not been started, in order, without waiting. */
  public void start() {
    shared().forEach(SharedInformer::start);
  }

  /**
   * Starts the informers in order, each when the one before it has synced.
   *
   * @throws AwaitTimeoutException for the first informer that did not sync in time; the ones after
   *     it are not started
   * @throws IllegalStateException if the factory is closed
   */
  public void startInOrder(Duration atMost) throws InterruptedException {
    sync(atMost, true);
  }

  /**
   * Waits until every informer has synced.
   *
   * @throws AwaitTimeoutException for the first informer that did not sync in time
   * @throws IllegalStateException if the factory is closed
   */
  public void awaitSync(Duration atMost) throws InterruptedException {
    sync(atMost, false);
  }

  private void sync(Duration atMost, boolean start) throws InterruptedException {
    long deadline = options.timers.nanoTime() + atMost.toNanos();
    for (SharedInformer informer : shared()) {
      if (start) {
        informer.start();
      }
      Duration left = Duration.ofNanos(Math.max(0, deadline - options.timers.nanoTime()));
      if (!informer.hasSynced() && !informer.awaitSync(left)) {
        throw informer.notSynced(atMost);
      }
    }
  }

  /** Returns the health of each informer, by name. */
  public Map<String, InformerHealth> health() {
    var health = new LinkedHashMap<String, InformerHealth>();
    for (SharedInformer informer : shared()) {
      health.put(informer.name(), informer.health());
    }
    return health;
  }

  private List<SharedInformer> shared() {
    return sharings().stream().map(sharing -> sharing.shared).toList();
  }

  private List<Sharing> sharings() {
    lock.lock();
    try {
      return new ArrayList<>(informers.values());
    } finally {
      lock.unlock();
    }
  }

  /** True if no more informers are created. */
  public boolean closed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** Closes every informer that this factory created, and so stops all watches. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    List<Sharing> all = sharings();
    Collections.reverse(all);
    for (Sharing sharing : all) {
      sharing.users.forEach(Informer::close);
      sharing.shared.close();
    }
  }

  /** A shared informer and the informers that use it; guarded by the factory's lock. */
  private static final class Sharing {
    private final SharedInformer shared;
    private final Set<Informer<?>> users = ConcurrentHashMap.newKeySet();

    private Sharing(SharedInformer shared) {
      this.shared = shared;
    }
  }

  /** Builds an {@link InformerFactory} and sets the options of its informers. */
  public static final class Builder {
    private final SourceProvider sources;
    private final Map<ResourceType, InformerOptions> optionsByType = new HashMap<>();
    private InformerOptions options = InformerOptions.STANDARD;
    private @Nullable String namespace;
    private OptionsModifier modifier = OptionsModifier.NOTHING;

    private Builder(SourceProvider sources) {
      this.sources = sources;
    }

    /** Changes the options of all informers. */
    public Builder options(Consumer<InformerOptions.Builder> changes) {
      options = options.with(changes);
      return this;
    }

    /**
     * Changes the options of the informers of one type. They start from the common options set so
     * far.
     */
    public Builder options(ResourceType type, Consumer<InformerOptions.Builder> changes) {
      optionsByType.put(type, optionsByType.getOrDefault(type, options).with(changes));
      return this;
    }

    /**
     * Restricts the informers of namespaced types to a namespace, except those whose {@link
     * Selection} names another.
     */
    public Builder inNamespace(String newNamespace) {
      if (newNamespace.isEmpty()) {
        throw new IllegalArgumentException("namespace: '' (expected: the name of a namespace)");
      }
      namespace = newNamespace;
      return this;
    }

    /**
     * Changes the options of every list and watch, except those of a {@link Selection} with a
     * modifier of its own.
     */
    public Builder modifiedBy(OptionsModifier newModifier) {
      modifier = newModifier;
      return this;
    }

    public InformerFactory build() {
      return new InformerFactory(this);
    }
  }
}
