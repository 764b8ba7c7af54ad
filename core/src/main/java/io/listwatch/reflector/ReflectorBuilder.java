package io.listwatch.reflector;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.time.Timers;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Builds a {@link Reflector}. Every setting has a default. */
public final class ReflectorBuilder {
  final ListerWatcher source;
  final ReflectorStore store;
  ReflectorPolicy policy = ReflectorPolicy.CLIENT;
  Timers timers = Timers.system();
  RandomGenerator random = new SplittableRandom();
  Metrics metrics = Metrics.none();
  ReflectorListener listener = ReflectorListener.NONE;
  UnaryOperator<Resource> transform = UnaryOperator.identity();
  boolean deltas = true;
  WarmStart warmStart = WarmStart.NONE;
  BooleanSupplier shouldResync = () -> true;
  @Nullable ResourceType type;
  private @Nullable String name;

  ReflectorBuilder(ListerWatcher source, ReflectorStore store) {
    this.source = source;
    this.store = store;
  }

  public ReflectorBuilder policy(ReflectorPolicy newPolicy) {
    policy = newPolicy;
    return this;
  }

  /**
   * Sets the type of the objects; objects of another type are put aside. Without it, every type is
   * accepted.
   */
  public ReflectorBuilder type(ResourceType newType) {
    type = newType;
    return this;
  }

  /** Sets the name for logs and metrics; the type's name unless set. */
  public ReflectorBuilder name(String newName) {
    name = newName;
    return this;
  }

  /**
   * Sets a function that is applied once to each object from the source. If it throws, the object
   * is put aside. Watches then request no deltas, unless {@link #deltas} is set after it.
   */
  public ReflectorBuilder transform(UnaryOperator<Resource> newTransform) {
    transform = newTransform;
    deltas = false;
    return this;
  }

  /**
   * Sets whether watches request deltas, if the store {@linkplain ReflectorStore#knowsLatest knows}
   * the latest objects. The transform must then leave the bytes of the source's objects as they
   * are.
   */
  public ReflectorBuilder deltas(boolean newDeltas) {
    deltas = newDeltas;
    return this;
  }

  /** Sets the state of an earlier run to resume from instead of a list. */
  public ReflectorBuilder warmStart(WarmStart newWarmStart) {
    warmStart = newWarmStart;
    return this;
  }

  /**
   * Sets a predicate that decides whether a periodic resync takes place, called on the reflector's
   * thread once a period. It is not called for explicit requests.
   */
  public ReflectorBuilder shouldResync(BooleanSupplier newShouldResync) {
    shouldResync = newShouldResync;
    return this;
  }

  public ReflectorBuilder listener(ReflectorListener newListener) {
    listener = newListener;
    return this;
  }

  public ReflectorBuilder metrics(Metrics newMetrics) {
    metrics = newMetrics;
    return this;
  }

  public ReflectorBuilder timers(Timers newTimers) {
    timers = newTimers;
    return this;
  }

  /** Sets the source of jitter; used by the reflector's thread only. */
  public ReflectorBuilder random(RandomGenerator newRandom) {
    random = newRandom;
    return this;
  }

  public Reflector build() {
    return new Reflector(this);
  }

  String name() {
    if (name != null) {
      return name;
    }
    return type == null ? "objects" : type.toString();
  }
}
