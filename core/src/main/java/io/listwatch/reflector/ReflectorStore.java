package io.listwatch.reflector;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The store that a {@link Reflector} writes to: the server's watch cache, an informer's queue, or
 * an agent's plain list. Called by one thread at a time, in the order of the collection's history.
 */
public interface ReflectorStore {
  /**
   * Replaces the whole content by {@code items}, the collection as of {@code version}.
   *
   * @param unreadable keys of objects that exist but could not be read, whose previous state stays
   */
  void replace(List<Resource> items, Set<ResourceKey> unreadable, ResourceVersion version);

  void add(Resource object);

  void update(Resource object);

  /** Deletes an object; {@code object} is its last state, at the version of its deletion. */
  void delete(Resource object);

  /** True if {@link #latest} returns the objects. */
  default boolean knowsLatest() {
    return false;
  }

  /**
   * Returns the state of an object after everything that was written so far; null if it does not
   * exist, or if this store {@linkplain #knowsLatest does not know}. The objects must be those that
   * were written, byte for byte. Called by the writing thread.
   */
  default @Nullable Resource latest(ResourceKey key) {
    return null;
  }

  /** Reports that the collection has reached {@code version} without a change. */
  default void bookmark(ResourceVersion version) {}

  /** Passes every known object to the readers again. Stores without readers do nothing. */
  default void resync() {}
}
