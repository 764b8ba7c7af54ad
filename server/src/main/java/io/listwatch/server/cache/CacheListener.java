package io.listwatch.server.cache;

/**
 * Listens to the changes of a {@link WatchCache}. Called on the cache's writer thread, so it must
 * not block.
 */
interface CacheListener {
  /**
   * The cache has reached a version, and readers can see it.
   *
   * @param progress true if a bookmark of storage or a list led here, false if a change did
   */
  void onReached(long version, boolean progress);

  /** The window has this number of new changes. */
  void onChanged(int changes);

  /** The cache has been filled by a list. The window may have dropped its changes. */
  void onReplaced();
}
