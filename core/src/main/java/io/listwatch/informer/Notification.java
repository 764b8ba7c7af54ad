package io.listwatch.informer;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.store.StoreSnapshot;
import org.jspecify.annotations.Nullable;

/** A notification for handlers. One instance is shared by all handlers that get it. */
sealed interface Notification {
  /** A notification about one object. */
  sealed interface OfObject extends Notification {
    ResourceKey key();
  }

  record Added(Resource object, boolean initial) implements OfObject {
    @Override
    public ResourceKey key() {
      return object.key();
    }
  }

  /** Both states have the same uid. */
  record Updated(Resource previous, Resource current) implements OfObject {
    @Override
    public ResourceKey key() {
      return current.key();
    }
  }

  record Deleted(Resource last, boolean finalStateUnknown) implements OfObject {
    @Override
    public ResourceKey key() {
      return last.key();
    }
  }

  /** The existing objects, for a handler that knows none. */
  record Replayed(StoreSnapshot snapshot) implements Notification {}

  /** Passes every object of the snapshot to the handler again. */
  record Resynced(StoreSnapshot snapshot) implements Notification {}

  /** Marks the beginning of the changes that a relist has found. */
  record RelistBegin(ResourceVersion last) implements Notification {}

  /** Marks the end of the changes that a relist has found. */
  record RelistEnd(ResourceVersion version) implements Notification {}

  /** Marks the end of the initial objects. */
  record InitialEnd() implements Notification {}

  /**
   * True if two notifications of one object, the first of which is undelivered, can be merged: all
   * but a deletion and a later creation.
   */
  static boolean mergeable(OfObject pending, OfObject next) {
    return !(pending instanceof Deleted) && !(next instanceof Added);
  }

  /**
   * Merges two notifications that are {@link #mergeable}.
   *
   * @return null if nothing is left to deliver: the handler has never known the object
   */
  static @Nullable OfObject merge(OfObject pending, OfObject next) {
    if (next instanceof Updated update) {
      return pending instanceof Added added
          ? new Added(update.current, added.initial)
          : new Updated(((Updated) pending).previous, update.current);
    }
    return pending instanceof Added ? null : next;
  }
}
