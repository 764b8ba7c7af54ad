package io.listwatch.informer;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.store.Delta;
import io.listwatch.store.DiffVisitor;
import io.listwatch.store.IndexedStore;
import io.listwatch.store.InformerQueue;
import io.listwatch.store.StoreSnapshot;
import io.listwatch.store.StoreTransaction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Applies batches to a store and computes the notifications for handlers. These depend on the
 * store's previous content, not on the type of a delta.
 *
 * <p>Confined to the informer's thread.
 */
final class Applier {
  private final IndexedStore store;

  Applier(IndexedStore store) {
    this.store = store;
  }

  /**
   * Applies the batch as one transaction.
   *
   * @param namespace the batch's namespace, if the store is filled from several
   */
  Applied apply(@Nullable String namespace, InformerQueue.Batch batch) {
    StoreSnapshot before = store.snapshot();
    StoreTransaction transaction = store.transaction();
    var notifications = new ArrayList<Notification>();
    for (Delta delta : batch.deltas()) {
      if (delta instanceof Delta.ReplacedAll all) {
        transaction.replace(namespace, all.items(), all.unreadable(), all.version());
        StoreSnapshot after = transaction.commit();
        return new Applied(after, listed(before, after, batch.initial()));
      }
      if (delta instanceof Delta.OfObject ofObject && !(delta instanceof Delta.Synced)) {
        change(transaction, ofObject, batch.initial(), notifications);
      }
    }
    transaction.version(namespace, batch.version());
    return new Applied(transaction.commit(), notifications);
  }

  private static void change(
      StoreTransaction transaction,
      Delta.OfObject delta,
      boolean initial,
      List<Notification> notifications) {
    Resource object = delta.object();
    if (delta.gone()) {
      gone(transaction.remove(delta.key()), delta, notifications);
    } else if (object != null && !object.equals(transaction.get(delta.key()))) {
      exists(transaction.put(object), object, initial, notifications);
    }
  }

  /**
   * Handles a deletion. If the uids differ, the known object was deleted earlier and its deletion
   * was missed.
   */
  private static void gone(
      @Nullable Resource previous, Delta.OfObject delta, List<Notification> notifications) {
    if (previous == null) {
      return;
    }
    if (delta instanceof Delta.Deleted seen && previous.sameUid(seen.object())) {
      notifications.add(new Notification.Deleted(seen.object(), false));
    } else {
      notifications.add(new Notification.Deleted(previous, true));
    }
  }

  /**
   * Handles an add or update. Another uid under a known name means that the known object was
   * deleted and created again.
   */
  private static void exists(
      @Nullable Resource previous,
      Resource object,
      boolean initial,
      List<Notification> notifications) {
    if (previous == null) {
      notifications.add(new Notification.Added(object, initial));
    } else if (previous.sameUid(object)) {
      notifications.add(new Notification.Updated(previous, object));
    } else {
      notifications.add(new Notification.Deleted(previous, true));
      notifications.add(new Notification.Added(object, false));
    }
  }

  private static List<Notification> listed(
      StoreSnapshot before, StoreSnapshot after, boolean initial) {
    List<Notification> notifications = replaced(before, after, initial);
    if (initial) {
      return notifications;
    }
    var relist = new ArrayList<Notification>(notifications.size() + 2);
    relist.add(new Notification.RelistBegin(before.version()));
    relist.addAll(notifications);
    relist.add(new Notification.RelistEnd(after.version()));
    return relist;
  }

  /** Returns deletions first, so that an object is deleted before another takes its place. */
  private static List<Notification> replaced(
      StoreSnapshot before, StoreSnapshot after, boolean initial) {
    if (before.size() == 0 && initial) {
      return List.of(new Notification.Replayed(after));
    }
    var notifications = new ArrayList<Notification>();
    var existing = new ArrayList<Notification>();
    before.diff(
        after,
        new DiffVisitor<ResourceKey, Resource>() {
          @Override
          public void added(ResourceKey key, Resource object) {
            exists(null, object, initial, existing);
          }

          @Override
          public void changed(ResourceKey key, Resource previous, Resource current) {
            exists(previous, current, initial, existing);
          }

          @Override
          public void removed(ResourceKey key, Resource last) {
            notifications.add(new Notification.Deleted(last, true));
          }
        });
    notifications.addAll(existing);
    return notifications;
  }

  /**
   * The result of a batch.
   *
   * @param snapshot the store's new content
   * @param notifications for the handlers
   */
  record Applied(StoreSnapshot snapshot, List<Notification> notifications) {}
}
