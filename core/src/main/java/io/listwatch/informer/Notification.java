package io.listwatch.informer;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.store.StoreSnapshot;
import org.jspecify.annotations.Nullable;

/** What a handler is to be told, shared by all handlers who are. */
sealed interface Notification {
  /** Of one object. */
  sealed interface OfObject extends Notification {
    ResourceKey key();
  }

  record Added(Resource object, boolean initial) implements OfObject {
    @Override
    public ResourceKey key() {
      return object.key();
    }
  }

  /** Of one incarnation: both have the same uid. */
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

  /** Every object of the snapshot existed already, for somebody who knows none. */
  record Replayed(StoreSnapshot snapshot) implements Notification {}

  /** Every object of the snapshot is shown again. */
  record Resynced(StoreSnapshot snapshot) implements Notification {}

  /** Everything that existed at first has been told. */
  record InitialEnd() implements Notification {}

  /**
   * Whether two notifications of one object, the first of which has not been told, can be put
   * together: nothing is across a deletion and what is created after it.
   */
  static boolean mergeable(OfObject pending, OfObject next) {
    return !(pending instanceof Deleted) && !(next instanceof Added);
  }

  /**
   * What remains to be told of two notifications that are {@link #mergeable}.
   *
   * @return null if nothing does: the handler has never known the object
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
