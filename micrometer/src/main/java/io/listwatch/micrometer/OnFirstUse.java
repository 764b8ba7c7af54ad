package io.listwatch.micrometer;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A meter that is registered when it first records something: a histogram has about twenty series,
 * and most of a server's resources are never asked for.
 *
 * <p>Thread-safe. Threads that race register the same meter, which the registry has once.
 */
final class OnFirstUse<M> {
  private final Supplier<M> register;
  private volatile @Nullable M meter;

  OnFirstUse(Supplier<M> register) {
    this.register = register;
  }

  M get() {
    M known = meter;
    if (known == null) {
      known = register.get();
      meter = known;
    }
    return known;
  }
}
