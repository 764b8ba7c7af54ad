package io.listwatch.server.cache;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import io.listwatch.store.SortedTable;
import java.util.Set;

/**
 * A collection as it was at one version. What one holds never changes.
 *
 * @param objects the last readable state of each
 * @param unreadable which of the keys, and which others, exist but cannot be read
 * @param version 0 if nothing is known yet
 * @param place in the window, after everything that led here
 * @param bookmark what a watch that has come here may be told
 */
record CacheState(
    SortedTable<ResourceKey, Resource> objects,
    Set<ResourceKey> unreadable,
    long version,
    WindowEntry place,
    WatchEvent bookmark) {
  /** Nothing is known. */
  static CacheState unknown(WindowEntry place) {
    var none = new WatchEvent.Bookmark(ResourceVersion.UNSET);
    return new CacheState(SortedTable.empty(), Set.of(), 0, place, none);
  }

  static CacheState of(
      SortedTable<ResourceKey, Resource> objects,
      Set<ResourceKey> unreadable,
      long version,
      WindowEntry place) {
    var bookmark = new WatchEvent.Bookmark(ResourceVersion.of(version));
    return new CacheState(objects, unreadable, version, place, bookmark);
  }

  boolean known() {
    return version > 0;
  }
}
