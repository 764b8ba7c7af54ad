package io.listwatch.server.cache;

import io.listwatch.model.ResourceKey;
import io.listwatch.server.resource.ResourceScope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    if (name == null) {
      bucket.whole.add(subscription);
    } else {
      bucket.named.computeIfAbsent(name, each -> new ArrayList<>(1)).add(subscription);
    }
    size++;
  }

  void remove(WatchSubscription subscription) {
    ResourceScope scope = subscription.scope();
    Bucket bucket = buckets.get(scope.namespace());
    if (bucket == null) {
      return;
    }
    String name = scope.name();
    List<WatchSubscription> list = name == null ? bucket.whole : bucket.named.get(name);
    if (list != null && list.remove(subscription)) {
      size--;
      if (name != null && list.isEmpty()) {
        bucket.named.remove(name);
      }
      if (bucket.isEmpty()) {
        buckets.remove(scope.namespace());
      }
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
    // By index: there are thousands, and an iterator for each change would be garbage.
    for (int i = 0; i < subscriptions.size(); i++) {
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
