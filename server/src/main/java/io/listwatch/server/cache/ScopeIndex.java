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
 * Subscriptions by what they are about, so that those of one namespace or object are not asked
 * about the others. Looking them up allocates nothing. For one thread.
 */
final class ScopeIndex {
  /** By namespace; null for those about all. */
  private final Map<@Nullable String, Bucket> buckets = new HashMap<>();

  private int size;

  /** Those of one namespace: about everything in it, or about one name. */
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

  /** Removes one that was added. */
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

  /** The last takes its slot, so that it costs the same among ten and among ten thousand. */
  private static void removeFrom(List<WatchSubscription> list, WatchSubscription subscription) {
    WatchSubscription last = list.remove(list.size() - 1);
    if (last != subscription) {
      list.set(subscription.slot, last);
      last.slot = subscription.slot;
    }
  }

  /** Shows the entry to those whom its object may concern. */
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
    // By index: there are thousands, and an iterator for each change would be garbage. Backwards:
    // one
    // that is removed meanwhile leaves its slot to the last, which has been shown the entry then.
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
