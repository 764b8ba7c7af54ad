package io.listwatch.model;

import org.jspecify.annotations.Nullable;

/**
 * The states of objects that a client has, to which the deltas of a watch are applied.
 *
 * <p>Called by the thread that reads the watch.
 */
public interface DeltaBases {
  /**
   * Returns the last state of an object that was read, from a list or a watch; null if there is
   * none, or if it was deleted.
   */
  @Nullable Resource latest(ResourceKey key);

  /**
   * True if another watch has already delivered the change of this object at this version, so that
   * it is skipped.
   */
  boolean includes(ResourceKey key, ResourceVersion version);
}
