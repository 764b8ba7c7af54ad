package io.listwatch.store;

import io.listwatch.model.ResourceVersion;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The versions of the collections that fill a store: one collection, or one for each of several
 * namespaces, whose versions must be of one history.
 *
 * @param overall the version up to which nothing is missing
 * @param byNamespace empty if one collection fills the store
 */
record StoreVersions(ResourceVersion overall, Map<String, ResourceVersion> byNamespace) {
  static final StoreVersions UNSET = new StoreVersions(ResourceVersion.UNSET, Map.of());

  StoreVersions {
    byNamespace = Map.copyOf(byNamespace);
  }

  /**
   * Returns these versions with one collection at another version; a null namespace is the only
   * collection.
   */
  StoreVersions with(@Nullable String namespace, ResourceVersion version) {
    if (namespace == null) {
      return new StoreVersions(version, byNamespace);
    }
    Map<String, ResourceVersion> versions = new TreeMap<>(byNamespace);
    versions.put(namespace, version);
    return new StoreVersions(earliest(versions), versions);
  }

  /** Returns the earliest version; unset if one of them is, or if they cannot be compared. */
  private static ResourceVersion earliest(Map<String, ResourceVersion> versions) {
    ResourceVersion earliest = null;
    for (ResourceVersion version : versions.values()) {
      if (earliest == null) {
        earliest = version;
      } else if (!earliest.comparableTo(version)) {
        return ResourceVersion.UNSET;
      } else if (earliest.newerThan(version)) {
        earliest = version;
      }
    }
    return earliest == null ? ResourceVersion.UNSET : earliest;
  }

  /** Returns the version of the collection that contains a namespace's objects. */
  ResourceVersion of(@Nullable String namespace) {
    return namespace == null ? overall : byNamespace.getOrDefault(namespace, overall);
  }
}
