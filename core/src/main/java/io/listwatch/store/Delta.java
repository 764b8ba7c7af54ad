package io.listwatch.store;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One thing that an informer's queue tells its consumer.
 *
 * <p>What a delta is called says where it came from, not what it does to a store: an object that
 * was {@link Added} may be known already, one that was {@link Updated} may not be.
 */
public sealed interface Delta {
  /** The version the collection has reached with this; unset if the delta does not say. */
  default ResourceVersion version() {
    return ResourceVersion.UNSET;
  }

  /** A delta about one object. */
  sealed interface OfObject extends Delta {
    ResourceKey key();

    /** The object as it is now, or, once it is gone, as far as its last state is known. */
    @Nullable Resource object();

    /** Whether the object exists no more. */
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

  /** Carries the object's last state, stamped with the version of its deletion. */
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
   * The object was deleted while nobody was watching: a list lacks it. When that happened, and what
   * its last state was, nobody knows.
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

  /** The object was in a new list. Its version is its own and says nothing of the collection. */
  record Replaced(Resource object) implements OfObject {
    @Override
    public ResourceKey key() {
      return object.key();
    }
  }

  /** The object has not changed, but those who asked for {@code round} are to see it again. */
  record Synced(Resource object, SyncRound round) implements OfObject {
    @Override
    public ResourceKey key() {
      return object.key();
    }
  }

  /**
   * A new list takes the place of everything that came before.
   *
   * @param unreadable the keys of objects that exist but could not be read: what was known of them
   *     stays
   */
  record ReplacedAll(List<Resource> items, Set<ResourceKey> unreadable, ResourceVersion version)
      implements Delta {
    public ReplacedAll {
      items = List.copyOf(items);
      unreadable = Set.copyOf(unreadable);
    }
  }

  /** Nothing has changed, but those who asked for {@code round} are to see every object again. */
  record SyncedAll(SyncRound round) implements Delta {}

  /** Everything up to {@code version} has been handed out. */
  record Bookmark(ResourceVersion version) implements Delta {}
}
