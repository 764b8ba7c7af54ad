package io.listwatch.server.resource;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.storage.StoredEntry;
import java.util.ArrayList;
import java.util.List;

/** Collects the stored objects that belong to a list, and the keys of those that cannot be read. */
final class FoundObjects {
  private final StoredObjects objects;
  private final ResourceFilter filter;
  private final List<ResourceKey> unreadable = new ArrayList<>();

  FoundObjects(StoredObjects objects, ResourceFilter filter) {
    this.objects = objects;
    this.filter = filter;
  }

  ResourceFilter filter() {
    return filter;
  }

  List<ResourceKey> unreadable() {
    return List.copyOf(unreadable);
  }

  void take(StoredEntry entry, List<Resource> items) {
    Resource object = objects.readIfPossible(entry);
    if (object == null) {
      ResourceKey key = objects.key(entry);
      if (filter.scope().contains(key)) {
        unreadable.add(key);
      }
    } else if (filter.matches(object)) {
      items.add(object);
    }
  }
}
