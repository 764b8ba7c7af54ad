package io.listwatch.server.cache;

import io.listwatch.model.ResourceKey;
import io.listwatch.server.resource.ResourceScope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Subscriptions by namespace and name, so that an entry is offered only to those that may send it.
 * Lookups allocate nothing. Not thread-safe.
 */
final class ScopeIndex {
  /** Buckets by namespace; the null key is for watches across all namespaces. */
  private final Map<@Nullable String, Bucket> buckets = new HashMap<>();

  private int size;

  /** The subscriptions of one namespace: those to all objects in it, and those to one name. */
  private static final class Bucket {
    private final List<WatchSubscription> whole = new ArrayList<>();
    private final Map<String, List<WatchSubscription>> named = new HashMap<>();

    private boolean isEmpty() {
      return whole.isEmpty() && named.isEmpty();
    }
  }

  boolean isEmpty() {
    return size == 0;
  }

  void add(WatchSubscription subscription) {
    ResourceScope scope = subscription.scope();
    Bucket bucket = buckets.computeIfAbsent(scope.namespace(), namespace -> new Bucket());
    String name = scope.name();
    List<WatchSubscription> list =
        name == null
            ? bucket.whole
            : bucket.named.computeIfAbsent(name, each -> new ArrayList<>(1));
    subscription.slot = list.size();
    list.add(subscription);
    size++;
  }

  void remove(WatchSubscription subscription) {
    ResourceScope scope = subscription.scope();
    Bucket bucket = Objects.requireNonNull(buckets.get(scope.namespace()));
    String name = scope.name();
    if (name == null) {
      removeFrom(bucket.whole, subscription);
    } else {
      List<WatchSubscription> named = Objects.requireNonNull(bucket.named.get(name));
      removeFrom(named, subscription);
      if (named.isEmpty()) {
        bucket.named.remove(name);
      }
    }
    if (bucket.isEmpty()) {
      buckets.remove(scope.namespace());
    }
    size--;
  }

  /**
   * Moves the last element into the freed slot: constant time, even with ten thousand
   * subscriptions.
   */
  private static void removeFrom(List<WatchSubscription> list, WatchSubscription subscription) {
    WatchSubscription last = list.remove(list.size() - 1);
    if (last != subscription) {
      list.set(subscription.slot, last);
      last.slot = subscription.slot;
    }
  }

  /** Offers the entry to the subscriptions whose scope contains its object. */
  void offer(WindowEntry before, WindowEntry entry) {
    ResourceKey key = entry.change().key();
    offer(buckets.get(null), key, before, entry);
    if (key.namespace() != null) {
      offer(buckets.get(key.namespace()), key, before, entry);
    }
  }

  private static void offer(
      @Nullable Bucket bucket, ResourceKey key, WindowEntry before, WindowEntry entry) {
    if (bucket != null) {
      offer(bucket.whole, before, entry);
      List<WatchSubscription> named = bucket.named.get(key.name());
      if (named != null) {
        offer(named, before, entry);
      }
    }
  }

  private static void offer(
      List<WatchSubscription> subscriptions, WindowEntry before, WindowEntry entry) {
    // By index, because an iterator for each change would be garbage: there are thousands of
    // subscriptions. Backwards, because a subscription that is removed meanwhile leaves its slot to
    // the last one, which has been offered the entry by then.
    for (int i = subscriptions.size() - 1; i >= 0; i--) {
      subscriptions.get(i).offer(before, entry);
    }
  }

  void forEach(Consumer<WatchSubscription> action) {
    for (Bucket bucket : buckets.values()) {
      bucket.whole.forEach(action);
      bucket.named.values().forEach(list -> list.forEach(action));
    }
  }
}
