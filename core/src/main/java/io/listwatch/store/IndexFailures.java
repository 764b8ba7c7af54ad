package io.listwatch.store;

import io.listwatch.model.Resource;

/** Told when an index cannot say under which values to find an object. */
@FunctionalInterface
public interface IndexFailures {
  /**
   * The function of {@code index} failed for {@code object}, which is therefore not to be found by
   * that index, but is there otherwise. Called once for each state of an object, on the thread that
   * writes the store or adds the index, without a lock; must not throw.
   */
  void failed(Index index, Resource object, RuntimeException cause);
}
