package io.listwatch.server.cache;

import org.jspecify.annotations.Nullable;

/**
 * Where a watch begins.
 *
 * @param initial what it begins with; null for nothing
 * @param after what it tells of is later than this version
 */
record WatchStart(@Nullable CacheState initial, long after) {
  static WatchStart with(CacheState state) {
    return new WatchStart(state, state.version());
  }

  static WatchStart after(long version) {
    return new WatchStart(null, version);
  }
}
