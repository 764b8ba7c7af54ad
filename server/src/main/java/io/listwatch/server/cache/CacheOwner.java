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

  /** Drops the cache. Called by any thread, also by the one that fills the cache: never blocks. */
  void dropCache();

  /** Starts to fill a new cache. */
  void restoreCache();

  /** Returns the number of objects in storage. Called by a worker; may block. */
  long storedObjects();
}
