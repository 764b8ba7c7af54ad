package io.listwatch.micrometer;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A meter that is registered when it first records a value: a histogram has about twenty series,
 * and most resources of a server are never requested.
 *
 * <p>Thread-safe. If several threads register it at once, the registry returns the same meter to
 * all.
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
