package io.listwatch.server.controllers;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.reflector.ReflectorStore;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A store that keeps nothing and only passes changes on.
 *
 * @param updated called with objects that were updated
 * @param deleted called with objects that were deleted
 * @param replaced called after a list, before which changes may have been missed
 */
record ChangedObjects(Consumer<Resource> updated, Consumer<Resource> deleted, Runnable replaced)
    implements ReflectorStore {
  @Override
  public void replace(List<Resource> items, Set<ResourceKey> unreadable, ResourceVersion version) {
    replaced.run();
  }

  @Override
  public void add(Resource object) {
    // Only changes of existing objects are passed on.
  }

  @Override
  public void update(Resource object) {
    updated.accept(object);
  }

  @Override
  public void delete(Resource object) {
    deleted.accept(object);
  }
}
