package io.listwatch.server.cache;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.selector.FieldTerm;
import io.listwatch.server.resource.ResourceScope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Indexes subscriptions by namespace, and within a namespace by name or by the value that they
 * require of a field, so that an entry is offered only to subscriptions that may send it. A change
 * costs no more with thousands of watches, each for another {@code spec.nodeName}, than with one.
 *
 * <p>Every subscription is in one group, so the memory of the index is proportional to their
 * number. Lookups allocate nothing. Not thread-safe.
 */
final class ScopeIndex {
  /** Buckets by namespace; the null key is for watches across all namespaces. */
  private final Map<@Nullable String, Bucket> buckets = new HashMap<>();

  private int size;

  /** The subscriptions of one namespace. */
  private static final class Bucket {
    /** The subscriptions to all objects. */
    private final Group whole = new Group(this, null, "");

    private final Map<String, Group> named = new HashMap<>();

    /** The groups of subscriptions that require a value of a field, by the path of the field. */
    private final List<FieldGroups> fields = new ArrayList<>();

    private boolean isEmpty() {
      return whole.members.isEmpty() && named.isEmpty() && fields.isEmpty();
    }

    private Group find(ResourceScope scope, List<FieldTerm> terms) {
      String name = scope.name();
      if (name != null) {
        return named.computeIfAbsent(name, each -> new Group(this, named, each));
      }
      return terms.stream().anyMatch(term -> !term.negated()) ? smallest(terms) : whole;
    }

    /** Returns the smallest group among those of the required values. */
    private Group smallest(List<FieldTerm> terms) {
      FieldTerm rarest = null;
      int fewest = Integer.MAX_VALUE;
      for (FieldTerm term : terms) {
        int others = term.negated() ? Integer.MAX_VALUE : count(term);
        if (others < fewest) {
          rarest = term;
          fewest = others;
        }
      }
      FieldTerm chosen = Objects.requireNonNull(rarest);
      Map<String, Group> values = field(chosen.path()).values;
      return values.computeIfAbsent(chosen.value(), each -> new Group(this, values, each));
    }

    private int count(FieldTerm term) {
      for (FieldGroups field : fields) {
        Group group = field.path.equals(term.path()) ? field.values.get(term.value()) : null;
        if (group != null) {
          return group.members.size();
        }
      }
      return 0;
    }

    private FieldGroups field(String path) {
      for (FieldGroups field : fields) {
        if (field.path.equals(path)) {
          return field;
        }
      }
      var added = new FieldGroups(path, new HashMap<>());
      fields.add(added);
      return added;
    }

    private int offer(ResourceKey key, WindowEntry before, WindowEntry entry) {
      int offered = whole.offer(before, entry);
      Group group = named.get(key.name());
      if (group != null) {
        offered += group.offer(before, entry);
      }
      // Backwards, because removing a subscription during the loop may remove its field.
      for (int i = fields.size() - 1; i >= 0; i = Math.min(i, fields.size()) - 1) {
        offered += fields.get(i).offer(before, entry);
      }
      return offered;
    }
  }

  /** The subscriptions that require a value of one field. */
  private record FieldGroups(String path, Map<String, Group> values) {
    /**
     * Offers a changed value to the subscriptions that require the old value, and to those that
     * require the new one.
     */
    private int offer(WindowEntry before, WindowEntry entry) {
      Resource previous = entry.change().previous();
      Resource current = entry.change().current();
      String old = previous == null ? null : FieldIndexes.valueOf(previous, path);
      String now = current == null ? null : FieldIndexes.valueOf(current, path);
      int offered = offer(now, before, entry);
      return Objects.equals(old, now) ? offered : offered + offer(old, before, entry);
    }

    private int offer(@Nullable String value, WindowEntry before, WindowEntry entry) {
      Group group = value == null ? null : values.get(value);
      return group == null ? 0 : group.offer(before, entry);
    }
  }

  /** Subscriptions that are offered the same entries. */
  static final class Group {
    private final Bucket bucket;

    /** The map that contains this group; null for the group of all objects. */
    private final @Nullable Map<String, Group> siblings;

    private final String value;
    private final List<WatchSubscription> members = new ArrayList<>(1);

    private Group(Bucket bucket, @Nullable Map<String, Group> siblings, String value) {
      this.bucket = bucket;
      this.siblings = siblings;
      this.value = value;
    }

    private void add(WatchSubscription subscription) {
      subscription.group = this;
      subscription.slot = members.size();
      members.add(subscription);
    }

    /**
     * Moves the last element into the freed slot: constant time, even with ten thousand
     * subscriptions.
     */
    private void remove(WatchSubscription subscription) {
      WatchSubscription last = members.remove(members.size() - 1);
      if (last != subscription) {
        members.set(subscription.slot, last);
        last.slot = subscription.slot;
      }
      if (members.isEmpty() && siblings != null) {
        siblings.remove(value);
        bucket.fields.removeIf(field -> field.values.isEmpty());
      }
    }

    private int offer(WindowEntry before, WindowEntry entry) {
      int count = members.size();
      // By index, because an iterator for each change would be garbage, with thousands of
      // subscriptions. Backwards: removing a subscription during the loop moves the last one into
      // its slot, and that one has been offered the entry already.
      for (int i = count - 1; i >= 0; i--) {
        members.get(i).offer(before, entry);
      }
      return count;
    }
  }

  boolean isEmpty() {
    return size == 0;
  }

  void add(WatchSubscription subscription) {
    ResourceScope scope = subscription.scope();
    Bucket bucket = buckets.computeIfAbsent(scope.namespace(), namespace -> new Bucket());
    bucket.find(scope, subscription.fields().terms()).add(subscription);
    size++;
  }

  void remove(WatchSubscription subscription) {
    Group group = Objects.requireNonNull(subscription.group);
    group.remove(subscription);
    subscription.group = null;
    if (group.bucket.isEmpty()) {
      buckets.remove(subscription.scope().namespace());
    }
    size--;
  }

  /** Offers the entry to the subscriptions that may send it. Returns their number. */
  int offer(WindowEntry before, WindowEntry entry) {
    ResourceKey key = entry.change().key();
    int offered = offer(buckets.get(null), key, before, entry);
    return key.namespace() == null
        ? offered
        : offered + offer(buckets.get(key.namespace()), key, before, entry);
  }

  private static int offer(
      @Nullable Bucket bucket, ResourceKey key, WindowEntry before, WindowEntry entry) {
    return bucket == null ? 0 : bucket.offer(key, before, entry);
  }

  void forEach(Consumer<WatchSubscription> action) {
    for (Bucket bucket : buckets.values()) {
      bucket.whole.members.forEach(action);
      bucket.named.values().forEach(group -> group.members.forEach(action));
      for (FieldGroups field : bucket.fields) {
        field.values.values().forEach(group -> group.members.forEach(action));
      }
    }
  }
}
