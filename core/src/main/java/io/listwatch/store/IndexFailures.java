package io.listwatch.store;

import io.listwatch.model.Resource;

/** Is notified when an index function fails. */
@FunctionalInterface
public interface IndexFailures {
  /**
   * Called when the function of {@code index} failed for {@code object}. The object is in the store
   * but missing in that index. Called once for each state of an object, on the thread that writes
   * the store or adds the index, without a lock; must not throw.
   */
  void failed(Index index, Resource object, RuntimeException cause);
}
