package io.listwatch.server.cache;

import org.jspecify.annotations.Nullable;

/**
 * The start of a watch.
 *
 * @param initial the snapshot that the initial events show; null for no initial events
 * @param after the watch sends changes later than this version
 */
record WatchStart(@Nullable CacheState initial, long after) {
  static WatchStart with(CacheState state) {
    return new WatchStart(state, state.version());
  }

  static WatchStart after(long version) {
    return new WatchStart(null, version);
  }
}
