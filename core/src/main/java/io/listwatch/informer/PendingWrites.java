package io.listwatch.informer;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.store.StoreSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The writes that a store has not passed, the oldest first, at most one for each object.
 *
 * <p>Immutable except for a cache of the last store's content with these writes applied, so that
 * only the first reader after a change pays for it.
 */
final class PendingWrites {
  static final PendingWrites NONE = new PendingWrites(Map.of());

  private final Map<ResourceKey, PendingWrite> writes;

  private volatile @Nullable Overlay last;

  /** Uses the map without copying it. */
  private PendingWrites(Map<ResourceKey, PendingWrite> writes) {
    this.writes = writes;
  }

  boolean isEmpty() {
    return writes.isEmpty();
  }

  int size() {
    return writes.size();
  }

  /** Returns the time of the oldest write's response; null if there is none. */
  @Nullable Long oldest() {
    return isEmpty() ? null : writes.values().iterator().next().at();
  }

  PendingWrites with(PendingWrite write) {
    PendingWrite known = writes.get(write.key());
    PendingWrite kept = known == null ? write : write.after(known);
    if (kept.equals(known)) {
      return this;
    }
    var more = new LinkedHashMap<>(writes);
    more.remove(write.key());
    more.put(write.key(), kept);
    return new PendingWrites(more);
  }

  /** Returns these writes without those that a store has passed. */
  PendingWrites after(StoreSnapshot held) {
    return keeping(write -> !write.passedBy(held));
  }

  PendingWrites youngerThan(Duration age, long now) {
    return keeping(write -> now - write.at() < age.toNanos());
  }

  private PendingWrites keeping(Predicate<PendingWrite> wanted) {
    if (writes.values().stream().allMatch(wanted)) {
      return this;
    }
    var kept = new LinkedHashMap<>(writes);
    kept.values().removeIf(wanted.negate());
    return kept.isEmpty() ? NONE : new PendingWrites(kept);
  }

  /** Returns the newest {@code max} writes. */
  PendingWrites newest(int max) {
    if (size() <= max) {
      return this;
    }
    var kept = new LinkedHashMap<>(writes);
    var oldest = kept.values().iterator();
    while (kept.size() > max) {
      oldest.next();
      oldest.remove();
    }
    return new PendingWrites(kept);
  }

  /** Returns a store's content with the writes applied that the store has not passed. */
  StoreSnapshot over(StoreSnapshot held) {
    Overlay known = last;
    if (known == null || known.held != held) {
      known = new Overlay(held, overlaid(held));
      last = known;
    }
    return known.visible;
  }

  private StoreSnapshot overlaid(StoreSnapshot held) {
    List<Resource> present = new ArrayList<>();
    List<ResourceKey> absent = new ArrayList<>();
    for (PendingWrite write : writes.values()) {
      Resource current = held.get(write.key());
      if (write.passedBy(held)) {
        continue;
      }
      if (write.object() != null) {
        present.add(write.object());
      } else if (current != null && write.hides(current)) {
        absent.add(write.key());
      }
    }
    return held.overlaid(present, absent);
  }

  private record Overlay(StoreSnapshot held, StoreSnapshot visible) {}
}
