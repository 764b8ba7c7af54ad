package io.listwatch.server.cache;

/** Who wants to know of a {@link WatchCache}. Called on the writer's thread, which waits. */
interface CacheListener {
  /**
   * A version can be read.
   *
   * @param progress whether storage said so, or a list, and not a change
   */
  void onReached(long version, boolean progress);

  /** The window has so many new changes. */
  void onChanged(int changes);

  /** The cache has been filled by a list; what the window had may be gone. */
  void onReplaced();
}
