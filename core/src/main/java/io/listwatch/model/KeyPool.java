package io.listwatch.model;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Deduplicates the keys of objects that are read several times within a short time: the states of
 * one object in a watch cache, and the copies that controllers and the authorizer of a server read.
 *
 * <p>A direct-mapped cache with a fixed number of slots: a new key replaces the one in its hash's
 * slot. Thread-safe.
 */
final class KeyPool {
  static final KeyPool SHARED = new KeyPool(1024);

  private final AtomicReferenceArray<ResourceKey> slots;

  /** Creates a pool of at most {@code size} keys; must be a power of two. */
  KeyPool(int size) {
    slots = new AtomicReferenceArray<>(size);
  }

  /**
   * Returns the key with this namespace and name.
   *
   * @throws IllegalArgumentException if there is no such key
   */
  ResourceKey get(@Nullable String namespace, String name) {
    int slot = slot(31 * Objects.hashCode(namespace) + name.hashCode());
    ResourceKey kept = slots.getAcquire(slot);
    if (kept != null && kept.name().equals(name) && Objects.equals(kept.namespace(), namespace)) {
      return kept;
    }
    var made = new ResourceKey(namespace, name);
    slots.setRelease(slot, made);
    return made;
  }

  private int slot(int hash) {
    return (hash ^ (hash >>> 16)) & (slots.length() - 1);
  }
}
