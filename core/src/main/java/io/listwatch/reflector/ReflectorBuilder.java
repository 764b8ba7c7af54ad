package io.listwatch.reflector;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.time.Timers;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What a reflector needs to know, with the usual answers. */
public final class ReflectorBuilder {
  final ListerWatcher source;
  final ReflectorStore store;
  ReflectorPolicy policy = ReflectorPolicy.CLIENT;
  Timers timers = Timers.system();
  RandomGenerator random = new SplittableRandom();
  Metrics metrics = Metrics.none();
  ReflectorListener listener = ReflectorListener.NONE;
  UnaryOperator<Resource> transform = UnaryOperator.identity();
  WarmStart warmStart = WarmStart.NONE;
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

  /** The type of the objects; those of another are put aside. Without it, anything is taken. */
  public ReflectorBuilder type(ResourceType newType) {
    type = newType;
    return this;
  }

  /** What logs and metrics call it; the type's name if not given. */
  public ReflectorBuilder name(String newName) {
    name = newName;
    return this;
  }

  /** Applied once to each object on its way in. If it throws, the object is put aside. */
  public ReflectorBuilder transform(UnaryOperator<Resource> newTransform) {
    transform = newTransform;
    return this;
  }

  /** What to begin with instead of a list. */
  public ReflectorBuilder warmStart(WarmStart newWarmStart) {
    warmStart = newWarmStart;
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

  /** Where jitter comes from; used by the reflector's thread only. */
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
