package io.listwatch.store;

import io.listwatch.model.ResourceVersion;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How far a store is in the history of what fills it: one collection, or one for each of several
 * namespaces, whose versions are then of one history.
 *
 * @param overall up to where nothing is missing
 * @param byNamespace empty if one collection fills all
 */
record StoreVersions(ResourceVersion overall, Map<String, ResourceVersion> byNamespace) {
  static final StoreVersions UNSET = new StoreVersions(ResourceVersion.UNSET, Map.of());

  StoreVersions {
    byNamespace = Map.copyOf(byNamespace);
  }

  /** With one of its collections at another version; null is the only one. */
  StoreVersions with(@Nullable String namespace, ResourceVersion version) {
    if (namespace == null) {
      return new StoreVersions(version, byNamespace);
    }
    Map<String, ResourceVersion> versions = new TreeMap<>(byNamespace);
    versions.put(namespace, version);
    return new StoreVersions(earliest(versions), versions);
  }

  /** Unset as long as one of them is, or if they cannot be compared. */
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

  /** Of the collection that the objects of a namespace are from. */
  ResourceVersion of(@Nullable String namespace) {
    return namespace == null ? overall : byNamespace.getOrDefault(namespace, overall);
  }
}
