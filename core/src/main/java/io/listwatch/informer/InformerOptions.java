package io.listwatch.informer;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.store.InformerQueue;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Options of informers. Set them before the first one is created; each setter returns these
 * options.
 *
 * <p>Not thread-safe: set while the factory is built.
 */
public final class InformerOptions {
  private static final long DEFAULT_DECODED_WEIGHT = 8 << 20;
  private static final int DEFAULT_MAX_OWN_WRITES = 1000;
  private static final Duration DEFAULT_OWN_WRITE_AGE = Duration.ofMinutes(2);

  private static final UnaryOperator<Resource> AS_THEY_COME = UnaryOperator.identity();

  ReflectorPolicy policy = ReflectorPolicy.CLIENT;
  QueueKind queue = QueueKind.IN_ORDER;
  int queueCapacity = InformerQueue.DEFAULT_CAPACITY;
  boolean keepManagedFields;
  boolean deltas = true;
  UnaryOperator<Resource> transform = AS_THEY_COME;
  @Nullable String transformName = "";
  StoreKeeper keeper = StoreKeeper.NONE;
  InformerListener listener = InformerListener.NONE;
  Metrics metrics = Metrics.none();
  Timers timers = Timers.system();
  long decodedWeight = DEFAULT_DECODED_WEIGHT;
  boolean detectMutations;
  int maxOwnWrites = DEFAULT_MAX_OWN_WRITES;
  Duration maxOwnWriteAge = DEFAULT_OWN_WRITE_AGE;

  InformerOptions() {}

  InformerOptions copy() {
    var copy = new InformerOptions();
    copy.transformName = transformName;
    copy.transform = transform;
    return copy.keeper(keeper)
        .policy(policy)
        .queue(queue)
        .queueCapacity(queueCapacity)
        .keepManagedFields(keepManagedFields)
        .deltas(deltas)
        .listener(listener)
        .metrics(metrics)
        .timers(timers)
        .decodedWeight(decodedWeight)
        .detectMutations(detectMutations)
        .ownWrites(maxOwnWrites, maxOwnWriteAge);
  }

  public InformerOptions policy(ReflectorPolicy newPolicy) {
    policy = newPolicy;
    return this;
  }

  public InformerOptions queue(QueueKind newQueue) {
    queue = newQueue;
    return this;
  }

  /** Sets the number of unapplied changes at which the stream has to wait. */
  public InformerOptions queueCapacity(int newQueueCapacity) {
    queueCapacity = newQueueCapacity;
    return this;
  }

  /**
   * Sets whether objects keep {@code metadata.managedFields}, which few readers need and which
   * costs memory for all.
   */
  public InformerOptions keepManagedFields(boolean newKeepManagedFields) {
    keepManagedFields = newKeepManagedFields;
    return this;
  }

  /**
   * Sets whether watches request changes as deltas, which only some servers send. They are not
   * requested if there is a transform, because a delta applies to the object as the server sent it.
   */
  public InformerOptions deltas(boolean newDeltas) {
    deltas = newDeltas;
    return this;
  }

  /** Sets a function that is applied once to each incoming object; see {@link Transforms}. */
  public InformerOptions transform(UnaryOperator<Resource> newTransform) {
    transform = newTransform;
    transformName = null;
    return this;
  }

  /**
   * Sets a transform with a name, which identifies kept stores that went through it: if the
   * transform changes, it needs a new name.
   */
  public InformerOptions transform(String name, UnaryOperator<Resource> newTransform) {
    transform = newTransform;
    transformName = name;
    return this;
  }

  /**
   * Keeps the informers' stores, to resume from them in the next run. Informers whose requests are
   * modified, or whose transform has no name, are not kept, because their content could not be
   * identified.
   */
  public InformerOptions keeper(StoreKeeper newKeeper) {
    keeper = newKeeper;
    return this;
  }

  public InformerOptions listener(InformerListener newListener) {
    listener = newListener;
    return this;
  }

  public InformerOptions metrics(Metrics newMetrics) {
    metrics = newMetrics;
    return this;
  }

  public InformerOptions timers(Timers newTimers) {
    timers = newTimers;
    return this;
  }

  /**
   * Sets the size of the cache of decoded objects for each user's class, in bytes of their JSON.
   */
  public InformerOptions decodedWeight(long bytes) {
    decodedWeight = bytes;
    return this;
  }

  /**
   * Sets whether to detect users that change shared objects. Expensive: for tests and diagnosis.
   */
  public InformerOptions detectMutations(boolean newDetectMutations) {
    detectMutations = newDetectMutations;
    return this;
  }

  /**
   * Sets the maximum number of write responses that reads show before the watch delivers them, and
   * the maximum time if it never does; see {@link Informer#wrote}.
   */
  public InformerOptions ownWrites(int max, Duration maxAge) {
    if (max < 0 || maxAge.isNegative()) {
      throw new IllegalArgumentException(
          "ownWrites: %d for %s (expected: 0 or more)".formatted(max, maxAge));
    }
    maxOwnWrites = max;
    maxOwnWriteAge = maxAge;
    return this;
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
}
