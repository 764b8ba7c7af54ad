package io.listwatch.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.store.InformerQueue.Batch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A queue between a producer and a consumer that check each other: the producer records everything
 * it adds in a plain map, with its history. Not thread-safe.
 */
final class QueueRun {
  private final IndexedStore store = new IndexedStore((index, object, cause) -> {});
  private final InformerQueue queue;
  private final Drain drain;

  private final Map<ResourceKey, Resource> told = new TreeMap<>();
  private final Map<ResourceKey, List<Moment>> history = new HashMap<>();
  private long version;
  private boolean begun;

  private @Nullable Batch taken;
  private int completions;

  QueueRun(Factory factory) {
    queue = factory.queue(store);
    drain = new Drain(queue, store);
  }

  void put(String name) {
    Resource object = Notes.note(name, ++version);
    begun = true;
    if (told.put(object.key(), object) == null) {
      queue.add(object);
    } else {
      queue.update(object);
    }
    remember(object.key(), object);
    checkLatest();
  }

  void delete(String name) {
    Resource object = Notes.note(name, ++version);
    begun = true;
    told.remove(object.key());
    queue.delete(object);
    remember(object.key(), null);
    checkLatest();
  }

  /** Checks that the queue knows all changes of the producer, at any progress of the consumer. */
  private void checkLatest() {
    if (queue.knowsLatest()) {
      for (ResourceKey key : keys(Set.of("a", "b", "c", "d"))) {
        assertThat(queue.latest(key)).as("latest %s", key).isEqualTo(told.get(key));
      }
    }
  }

  /** Adds a list with some objects unchanged, some in a new state, and some unreadable. */
  void replace(Set<String> same, Set<String> fresh, Set<String> unreadable) {
    Map<ResourceKey, Resource> items = new TreeMap<>(told);
    items.keySet().retainAll(keys(same));
    fresh.forEach(name -> items.put(Notes.key(name), Notes.note(name, ++version)));
    Set<ResourceKey> kept = keys(unreadable);
    kept.removeAll(items.keySet());
    begun = true;
    version++;
    queue.replace(List.copyOf(items.values()), kept, ResourceVersion.of(version));
    for (ResourceKey key : Set.copyOf(told.keySet())) {
      if (!items.containsKey(key) && !kept.contains(key)) {
        told.remove(key);
        remember(key, null);
      }
    }
    told.putAll(items);
    items.forEach(this::remember);
    checkLatest();
  }

  private static Set<ResourceKey> keys(Set<String> names) {
    return names.stream().map(Notes::key).collect(Collectors.toSet());
  }

  private void remember(ResourceKey key, @Nullable Resource state) {
    history.computeIfAbsent(key, k -> new ArrayList<>()).add(new Moment(version, state));
  }

  void bookmark() {
    queue.bookmark(ResourceVersion.of(++version));
  }

  void resync() {
    queue.resync();
  }

  /** Makes the consumer apply its batch and take the next one, if there is any. */
  void take() {
    apply();
    if (queue.size() > 0) {
      taken = drain.take();
    }
    checkLatest();
  }

  /** Makes the consumer apply its batch. */
  void apply() {
    if (taken != null) {
      checkDeltas(taken);
      completions += taken.completesInitial() ? 1 : 0;
      drain.apply(taken);
      taken = null;
      checkVersion();
      checkLatest();
    }
  }

  private void checkDeltas(Batch batch) {
    Map<ResourceKey, Resource> held = new HashMap<>();
    store.snapshot().all().forEach(object -> held.put(object.key(), object));
    for (Delta delta : batch.deltas()) {
      if (delta instanceof Delta.OfObject one) {
        check(one, held);
      }
    }
  }

  private void check(Delta.OfObject delta, Map<ResourceKey, Resource> held) {
    Resource before = held.get(delta.key());
    Resource object = delta.object();
    assertThat(object).isNotNull();
    if (delta instanceof Delta.Synced || delta instanceof Delta.Missing) {
      assertThat(object).as("last known, or not changed").isEqualTo(before);
    } else if (delta instanceof Delta.Deleted && queue instanceof DeltaFifo) {
      assertThat(before).as("known").isNotNull();
    }
    if (before != null && object != null) {
      assertThat(before.version().newerThan(object.version())).as("goes back").isFalse();
    }
    if (delta.gone() || object == null) {
      held.remove(delta.key());
    } else {
      held.put(delta.key(), object);
    }
  }

  /** Checks that the store has everything up to its version. */
  private void checkVersion() {
    ResourceVersion claimed = store.snapshot().version();
    if (!claimed.isUnset()) {
      long reached = Long.parseLong(claimed.toString());
      history.forEach((key, moments) -> check(moments, reached, store.snapshot().get(key)));
    }
  }

  private static void check(List<Moment> moments, long reached, @Nullable Resource state) {
    int first = 0;
    while (first + 1 < moments.size() && moments.get(first + 1).version <= reached) {
      first++;
    }
    if (moments.get(first).version <= reached) {
      assertThat(moments.subList(first, moments.size()))
          .extracting(Moment::state)
          .as("states since %s", reached)
          .contains(state);
    }
  }

  /** Makes the consumer take and apply everything, and checks the result. */
  void finish() {
    do {
      take();
    } while (taken != null);
    assertThat(store.snapshot().all()).containsExactlyElementsOf(told.values());
    assertThat(store.snapshot().version())
        .isEqualTo(version == 0 ? ResourceVersion.UNSET : ResourceVersion.of(version));
    assertThat(completions).isEqualTo(begun ? 1 : 0);
  }

  /** Creates a queue whose consumer fills a store. */
  interface Factory {
    InformerQueue queue(IndexedStore store);
  }

  /** The state of one object from a version on; null if it does not exist. */
  private record Moment(long version, @Nullable Resource state) {}
}
