package io.listwatch.store;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One change, list, resync or bookmark that an informer's queue passes to its consumer.
 *
 * <p>The type of a delta says where it came from, not how it changes a store: an object that was
 * {@link Added} may already be in the store, one that was {@link Updated} may not.
 */
public sealed interface Delta {
  /**
   * Returns the version that the collection has reached with this delta; unset if the delta has
   * none.
   */
  default ResourceVersion version() {
    return ResourceVersion.UNSET;
  }

  /** A delta about one object. */
  sealed interface OfObject extends Delta {
    ResourceKey key();

    /**
     * Returns the object as it is now, or the last known state of a deleted one; null if none is
     * known.
     */
    @Nullable Resource object();

    /** True if the object has been deleted. */
    default boolean gone() {
      return false;
    }
  }

  record Added(Resource object) implements OfObject {
    @Override
    public ResourceKey key() {
      return object.key();
    }

    @Override
    public ResourceVersion version() {
      return object.version();
    }
  }

  record Updated(Resource object) implements OfObject {
    @Override
    public ResourceKey key() {
      return object.key();
    }

    @Override
    public ResourceVersion version() {
      return object.version();
    }
  }

  /** Carries the object's last state, at the version of its deletion. */
  record Deleted(Resource object) implements OfObject {
    @Override
    public ResourceKey key() {
      return object.key();
    }

    @Override
    public boolean gone() {
      return true;
    }

    @Override
    public ResourceVersion version() {
      return object.version();
    }
  }

  /**
   * The object was deleted while the watch was interrupted: a new list does not contain it. The
   * time of the deletion and the final state are unknown, as in client-go's {@code
   * DeletedFinalStateUnknown}.
   *
   * @param lastKnown the newest state that was seen
   */
  record Missing(ResourceKey key, @Nullable Resource lastKnown) implements OfObject {
    @Override
    public @Nullable Resource object() {
      return lastKnown;
    }

    @Override
    public boolean gone() {
      return true;
    }
  }

  /** The object was in a new list. Its version is the object's own, not the collection's. */
  record Replaced(Resource object) implements OfObject {
    @Override
    public ResourceKey key() {
      return object.key();
    }
  }

  /** The object has not changed, but the handlers that requested {@code round} get it again. */
  record Synced(Resource object, SyncRound round) implements OfObject {
    @Override
    public ResourceKey key() {
      return object.key();
    }
  }

  /**
   * A new list replaces everything before it.
   *
   * @param unreadable keys of objects that exist but could not be read, whose previous state stays
   */
  record ReplacedAll(List<Resource> items, Set<ResourceKey> unreadable, ResourceVersion version)
      implements Delta {
    public ReplacedAll {
      items = List.copyOf(items);
      unreadable = Set.copyOf(unreadable);
    }
  }

  /** Nothing has changed, but the handlers that requested {@code round} get every object again. */
  record SyncedAll(SyncRound round) implements Delta {}

  /** All deltas up to {@code version} have been taken from the queue. */
  record Bookmark(ResourceVersion version) implements Delta {}
}
