package io.listwatch.reflector;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import java.util.List;
import java.util.Set;

/**
 * What a {@link Reflector} writes into: the server's watch cache, an informer's queue, or an
 * agent's plain list. Called by one thread at a time, in the order of the collection's history.
 */
public interface ReflectorStore {
  /**
   * Forgets everything and starts over from {@code items}, the collection as of {@code version}.
   *
   * @param unreadable the keys of objects that exist but could not be read: what was known of them
   *     stays
   */
  void replace(List<Resource> items, Set<ResourceKey> unreadable, ResourceVersion version);

  void add(Resource object);

  void update(Resource object);

  /** The object is gone; this is its last state, with the version of its deletion. */
  void delete(Resource object);

  /** The collection has reached {@code version} unchanged. */
  default void bookmark(ResourceVersion version) {}

  /** Hands every known object to the readers again. Stores without readers have nothing to do. */
  default void resync() {}
}
