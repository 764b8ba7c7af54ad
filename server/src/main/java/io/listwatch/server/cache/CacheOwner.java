package io.listwatch.server.cache;

/** A resource whose cache counts against a {@link CacheMemory}. */
interface CacheOwner {
  String name();

  /**
   * Describes the cache.
   *
   * @param recent true to include the recent changes
   */
  CacheDescription describe(boolean recent);

  /**
   * Drops the cache. Any thread may call this, even the one that fills the cache, so it never
   * blocks.
   */
  void dropCache();

  /** Starts to fill a new cache. */
  void restoreCache();

  /** Returns the number of objects in storage. Called by a worker; may block. */
  long storedObjects();
}
