package io.listwatch.server.controllers;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.reflector.ReflectorStore;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A store that keeps nothing: it tells what has changed.
 *
 * @param updated told of objects that are not what they were
 * @param deleted told of objects that are gone
 * @param replaced told when anything may have happened unseen
 */
record ChangedObjects(Consumer<Resource> updated, Consumer<Resource> deleted, Runnable replaced)
    implements ReflectorStore {
  @Override
  public void replace(List<Resource> items, Set<ResourceKey> unreadable, ResourceVersion version) {
    replaced.run();
  }

  @Override
  public void add(Resource object) {
    // What is new was not there to be changed.
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
