package io.listwatch.server.cache;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import io.listwatch.store.SortedTable;
import java.util.Set;

/**
 * An immutable snapshot of a collection at one version.
 *
 * @param objects the last readable state of each object
 * @param unreadable keys of the objects that exist but cannot be read; {@code objects} may lack
 *     them
 * @param indexes the keys of {@code objects} by values of fields
 * @param version 0 before the first list
 * @param place the place in the window after all changes up to this state
 * @param bookmark the bookmark of this version, for watches that have sent everything up to it
 */
record CacheState(
    SortedTable<ResourceKey, Resource> objects,
    Set<ResourceKey> unreadable,
    FieldIndexes indexes,
    long version,
    WindowEntry place,
    WatchEvent bookmark) {
  /** Returns the state before the first list. */
  static CacheState unknown(FieldIndexes indexes, WindowEntry place) {
    var none = new WatchEvent.Bookmark(ResourceVersion.UNSET);
    return new CacheState(SortedTable.empty(), Set.of(), indexes, 0, place, none);
  }

  static CacheState of(
      SortedTable<ResourceKey, Resource> objects,
      Set<ResourceKey> unreadable,
      FieldIndexes indexes,
      long version,
      WindowEntry place) {
    var bookmark = new WatchEvent.Bookmark(ResourceVersion.of(version));
    return new CacheState(objects, unreadable, indexes, version, place, bookmark);
  }

  boolean known() {
    return version > 0;
  }
}
