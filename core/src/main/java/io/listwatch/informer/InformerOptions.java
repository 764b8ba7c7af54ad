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
 * How informers are built. Set before the first one is; each setter answers the options themselves.
 *
 * <p>Not thread-safe: whoever builds a factory sets them.
 */
public final class InformerOptions {
  private static final long DEFAULT_DECODED_WEIGHT = 8 << 20;
  private static final int DEFAULT_MAX_OWN_WRITES = 1000;
  private static final Duration DEFAULT_OWN_WRITE_AGE = Duration.ofMinutes(2);

  ReflectorPolicy policy = ReflectorPolicy.CLIENT;
  QueueKind queue = QueueKind.IN_ORDER;
  int queueCapacity = InformerQueue.DEFAULT_CAPACITY;
  boolean keepManagedFields;
  UnaryOperator<Resource> transform = UnaryOperator.identity();
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

  /** How many changes may wait to be applied before the stream is made to wait. */
  public InformerOptions queueCapacity(int newQueueCapacity) {
    queueCapacity = newQueueCapacity;
    return this;
  }

  /**
   * Whether objects keep {@code metadata.managedFields}, which few readers need and all pay for.
   */
  public InformerOptions keepManagedFields(boolean newKeepManagedFields) {
    keepManagedFields = newKeepManagedFields;
    return this;
  }

  /** Applied once to each object on its way in; see {@link Transforms}. */
  public InformerOptions transform(UnaryOperator<Resource> newTransform) {
    transform = newTransform;
    transformName = null;
    return this;
  }

  /**
   * With a name, which tells what was kept after it from what went through another: a transform
   * that is changed needs a new one.
   */
  public InformerOptions transform(String name, UnaryOperator<Resource> newTransform) {
    transform = newTransform;
    transformName = name;
    return this;
  }

  /**
   * Has what informers know kept, to begin with it the next time. Those whose requests are
   * modified, or whose transform has no name, are not: nobody could tell what they are of.
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

  /** How many bytes of JSON may be remembered decoded, for each user's class. */
  public InformerOptions decodedWeight(long bytes) {
    decodedWeight = bytes;
    return this;
  }

  /** Whether to find users who change shared objects. Costly: for tests and diagnosis. */
  public InformerOptions detectMutations(boolean newDetectMutations) {
    detectMutations = newDetectMutations;
    return this;
  }

  /**
   * How many answers of writes are shown before the watch tells of them, and for how long at most
   * if it never does; see {@link Informer#wrote}.
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

  /** What every object goes through on its way in. */
  UnaryOperator<Resource> intake() {
    UnaryOperator<Resource> user = transform;
    boolean slim = !keepManagedFields;
    return object -> user.apply(slim ? object.withoutManagedFields() : object).compact();
  }
}
