package io.listwatch.server.auth.rbac;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Keeps one instance of equal values that occur in many roles and bindings.
 *
 * <p>A direct-mapped cache with a fixed number of slots: a new value replaces the one in its hash's
 * slot. Thread-safe.
 */
final class ValuePool<T> {
  /** A power of two. */
  private static final int SIZE = 1024;

  private final AtomicReferenceArray<T> slots = new AtomicReferenceArray<>(SIZE);

  /** Returns the pooled value equal to this one, or this one if there is none. */
  T get(T value) {
    int hash = value.hashCode();
    int slot = (hash ^ (hash >>> 10) ^ (hash >>> 20)) & (SIZE - 1);
    T kept = slots.getAcquire(slot);
    if (value.equals(kept)) {
      return kept;
    }
    slots.setRelease(slot, value);
    return value;
  }
}
