package io.listwatch.informer;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.store.InformerQueue;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Options of informers.
 *
 * <p>Immutable. {@link InformerFactory.Builder#options(Consumer)} changes them.
 */
public final class InformerOptions {
  private static final long DEFAULT_DECODED_WEIGHT = 8 << 20;
  private static final int DEFAULT_MAX_OWN_WRITES = 1000;
  private static final Duration DEFAULT_OWN_WRITE_AGE = Duration.ofMinutes(2);

  private static final UnaryOperator<Resource> AS_THEY_COME = UnaryOperator.identity();

  /** The options of a factory that changes none. */
  static final InformerOptions STANDARD = new Builder().build();

  final ReflectorPolicy policy;
  final QueueKind queue;
  final int queueCapacity;
  final boolean keepManagedFields;
  final boolean deltas;
  final UnaryOperator<Resource> transform;
  final @Nullable String transformName;
  final StoreKeeper keeper;
  final InformerListener listener;
  final Metrics metrics;
  final Timers timers;
  final long decodedWeight;
  final boolean detectMutations;
  final int maxOwnWrites;
  final Duration maxOwnWriteAge;

  private InformerOptions(Builder builder) {
    policy = builder.policy;
    queue = builder.queue;
    queueCapacity = builder.queueCapacity;
    keepManagedFields = builder.keepManagedFields;
    deltas = builder.deltas;
    transform = builder.transform;
    transformName = builder.transformName;
    keeper = builder.keeper;
    listener = builder.listener;
    metrics = builder.metrics;
    timers = builder.timers;
    decodedWeight = builder.decodedWeight;
    detectMutations = builder.detectMutations;
    maxOwnWrites = builder.maxOwnWrites;
    maxOwnWriteAge = builder.maxOwnWriteAge;
    if (maxOwnWrites < 0 || maxOwnWriteAge.isNegative()) {
      throw new IllegalArgumentException(
          "ownWrites: %d for %s (expected: 0 or more)".formatted(maxOwnWrites, maxOwnWriteAge));
    }
  }

  /** Returns a copy of these options with {@code changes} applied. */
  InformerOptions with(Consumer<Builder> changes) {
    var builder = new Builder(this);
    changes.accept(builder);
    return builder.build();
  }

  /**
   * True if watches request deltas, for which objects must be stored as they arrive, except for
   * managedFields.
   */
  boolean wantsDeltas() {
    return deltas && transform.equals(AS_THEY_COME);
  }

  /** Returns the function that every incoming object goes through. */
  UnaryOperator<Resource> intake() {
    UnaryOperator<Resource> user = transform;
    boolean slim = !keepManagedFields;
    return object -> user.apply(slim ? object.withoutManagedFields() : object).compact();
  }

  /** Changes a copy of the options. */
  public static final class Builder {
    private ReflectorPolicy policy = ReflectorPolicy.CLIENT;
    private QueueKind queue = QueueKind.IN_ORDER;
    private int queueCapacity = InformerQueue.DEFAULT_CAPACITY;
    private boolean keepManagedFields;
    private boolean deltas = true;
    private UnaryOperator<Resource> transform = AS_THEY_COME;
    private @Nullable String transformName = "";
    private StoreKeeper keeper = StoreKeeper.NONE;
    private InformerListener listener = InformerListener.NONE;
    private Metrics metrics = Metrics.none();
    private Timers timers = Timers.system();
    private long decodedWeight = DEFAULT_DECODED_WEIGHT;
    private boolean detectMutations;
    private int maxOwnWrites = DEFAULT_MAX_OWN_WRITES;
    private Duration maxOwnWriteAge = DEFAULT_OWN_WRITE_AGE;

    private Builder() {}

    private Builder(InformerOptions options) {
      policy = options.policy;
      queue = options.queue;
      queueCapacity = options.queueCapacity;
      keepManagedFields = options.keepManagedFields;
      deltas = options.deltas;
      transform = options.transform;
      transformName = options.transformName;
      keeper = options.keeper;
      listener = options.listener;
      metrics = options.metrics;
      timers = options.timers;
      decodedWeight = options.decodedWeight;
      detectMutations = options.detectMutations;
      maxOwnWrites = options.maxOwnWrites;
      maxOwnWriteAge = options.maxOwnWriteAge;
    }

    public Builder policy(ReflectorPolicy newPolicy) {
      policy = newPolicy;
      return this;
    }

    public Builder queue(QueueKind newQueue) {
      queue = newQueue;
      return this;
    }

    /** Sets the number of unapplied changes at which the stream has to wait. */
    public Builder queueCapacity(int newQueueCapacity) {
      queueCapacity = newQueueCapacity;
      return this;
    }

    /**
     * Sets whether objects keep {@code metadata.managedFields}, which few readers need and which
     * costs memory for all.
     */
    public Builder keepManagedFields(boolean newKeepManagedFields) {
      keepManagedFields = newKeepManagedFields;
      return this;
    }

    /**
     * Sets whether watches request changes as deltas, which only some servers send. They are not
     * requested if there is a transform, because a delta applies to the object as the server sent
     * it.
     */
    public Builder deltas(boolean newDeltas) {
      deltas = newDeltas;
      return this;
    }

    /** Sets a function that is applied once to each incoming object; see {@link Transforms}. */
    public Builder transform(UnaryOperator<Resource> newTransform) {
      transform = newTransform;
      transformName = null;
      return this;
    }

    /**
     * Sets a transform with a name, which identifies kept stores that went through it: if the
     * transform changes, it needs a new name.
     */
    public Builder transform(String name, UnaryOperator<Resource> newTransform) {
      transform = newTransform;
      transformName = name;
      return this;
    }

    /**
     * Keeps the informers' stores, to resume from them in the next run. Informers whose requests
     * are modified, or whose transform has no name, are not kept, because their content could not
     * be identified.
     */
    public Builder keeper(StoreKeeper newKeeper) {
      keeper = newKeeper;
      return this;
    }

    public Builder listener(InformerListener newListener) {
      listener = newListener;
      return this;
    }

    public Builder metrics(Metrics newMetrics) {
      metrics = newMetrics;
      return this;
    }

    public Builder timers(Timers newTimers) {
      timers = newTimers;
      return this;
    }

    /**
     * Sets the size of the cache of decoded objects for each user's class, in bytes of their JSON.
     */
    public Builder decodedWeight(long bytes) {
      decodedWeight = bytes;
      return this;
    }

    /**
     * Sets whether to detect users that change shared objects. Expensive: for tests and diagnosis.
     */
    public Builder detectMutations(boolean newDetectMutations) {
      detectMutations = newDetectMutations;
      return this;
    }

    /**
     * Sets the maximum number of write responses that reads show before the watch delivers them,
     * and the maximum time if it never does; see {@link Informer#wrote}.
     */
    public Builder ownWrites(int max, Duration maxAge) {
      maxOwnWrites = max;
      maxOwnWriteAge = maxAge;
      return this;
    }

    private InformerOptions build() {
      return new InformerOptions(this);
    }
  }
}
