package io.listwatch.server.cache;

/** A resource whose cache counts against a {@link CacheMemory}. */
interface CacheOwner {
  String name();

  /** Drops the cache. Called by any thread, also by the one that fills the cache: never blocks. */
  void dropCache();

  /** Starts to fill a new cache. */
  void restoreCache();

  /** Returns the number of objects in storage. Called by a worker; may block. */
  long storedObjects();
}
