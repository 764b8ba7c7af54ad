package io.listwatch.server.cache;

/**
 * Listens to the changes of a {@link WatchCache}. Called on the cache's writer thread, so it must
 * not block.
 */
interface CacheListener {
  /**
   * Called when the cache has reached a version that readers can see.
   *
   * @param progress true if a bookmark of storage or a list led here, false if a change did
   */
  void onReached(long version, boolean progress);

  /** Called with the number of new changes in the window. */
  void onChanged(int changes);

  /** Called when a list has filled the cache. The window may have dropped its changes. */
  void onReplaced();
}
