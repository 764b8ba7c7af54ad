package io.listwatch.store;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The latest states of the objects in an {@link InOrderQueue}: those that are queued or that the
 * consumer is applying, over those in the consumer's store.
 *
 * <p>Guarded by the queue's lock.
 */
final class UnappliedObjects {
  private final Supplier<? extends KnownObjects> store;

  /** The last delta of each object since the last list. */
  private final Map<ResourceKey, Delta.OfObject> changes = new HashMap<>();

  /** The last list, if it has not been applied; else null. */
  private Delta.@Nullable ReplacedAll list;

  /** The items of that list by key; null until they are looked up. */
  private @Nullable Map<ResourceKey, Resource> items;

  /** The kept states of the objects that were unreadable in that list. */
  private final Map<ResourceKey, Resource> kept = new HashMap<>();

  /** The batch that the consumer took last, which it may or may not have applied. */
  private List<Delta> applying = List.of();

  UnappliedObjects(Supplier<? extends KnownObjects> store) {
    this.store = store;
  }

  void put(Delta delta) {
    if (delta instanceof Delta.OfObject one) {
      changes.put(one.key(), one);
    } else if (delta instanceof Delta.ReplacedAll all) {
      keep(all.unreadable());
      changes.clear();
      list = all;
      items = null;
    }
  }

  private void keep(Set<ResourceKey> unreadable) {
    var states = new HashMap<ResourceKey, Resource>();
    for (ResourceKey key : unreadable) {
      Resource state = latest(key);
      if (state != null) {
        states.put(key, state);
      }
    }
    kept.clear();
    kept.putAll(states);
  }

  /** Records that the consumer takes a batch, and has applied the one before. */
  @SuppressWarnings("ReferenceEquality") // an equal delta may be queued again
  void take(List<Delta> batch) {
    for (Delta applied : applying) {
      if (applied == list) {
        list = null;
        items = null;
        kept.clear();
      } else if (applied instanceof Delta.OfObject one && changes.get(one.key()) == one) {
        changes.remove(one.key());
      }
    }
    applying = List.copyOf(batch);
  }

  @Nullable Resource latest(ResourceKey key) {
    Delta.OfObject change = changes.get(key);
    if (change != null) {
      return change.gone() ? null : change.object();
    }
    Delta.ReplacedAll replaced = list;
    if (replaced == null) {
      return store.get().get(key);
    }
    if (items == null) {
      items = new HashMap<>();
      for (Resource item : replaced.items()) {
        items.put(item.key(), item);
      }
    }
    return items.getOrDefault(key, kept.get(key));
  }
}
