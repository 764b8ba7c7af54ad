package io.listwatch.store;

import io.listwatch.model.Resource;

/** Is notified when an index function fails. */
@FunctionalInterface
public interface IndexFailures {
  /**
   * The function of {@code index} failed for {@code object}, which is therefore missing in that
   * index but is in the store. Called once for each state of an object, on the thread that writes
   * the store or adds the index, without a lock; must not throw.
   */
  void failed(Index index, Resource object, RuntimeException cause);
}
