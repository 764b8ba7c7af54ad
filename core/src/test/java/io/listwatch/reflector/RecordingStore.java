package io.listwatch.reflector;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A plain map of objects that records every write.
 *
 * <p>Threads: one writes, any reads.
 */
final class RecordingStore implements ReflectorStore {
  private final Map<ResourceKey, Resource> objects = new ConcurrentSkipListMap<>();
  private final List<Write> attempted = new CopyOnWriteArrayList<>();
  private final List<Write> applied = new CopyOnWriteArrayList<>();
  private final Queue<Runnable> before = new ConcurrentLinkedQueue<>();

  /** Runs {@code action} within the next write, before anything is changed. */
  void beforeNextWrite(Runnable action) {
    before.add(action);
  }

  void failNextWrite(RuntimeException failure) {
    beforeNextWrite(
        () -> {
          throw failure;
        });
  }

  Map<ResourceKey, Resource> objects() {
    // TreeMap's constructor relies on the size of the map, which may change during the copy.
    Map<ResourceKey, Resource> copy = new TreeMap<>();
    objects.forEach(copy::put);
    return copy;
  }

  /** Returns every write, even failed ones, as a line such as {@code add a@7}. */
  List<String> writes() {
    return attempted.stream().map(Write::toString).toList();
  }

  /** Returns the writes that did not fail. */
  List<Write> applied() {
    return List.copyOf(applied);
  }

  @Override
  public void replace(List<Resource> items, Set<ResourceKey> unreadable, ResourceVersion version) {
    begin(new Write("replace", items, unreadable, version));
    objects.keySet().retainAll(unreadable);
    items.forEach(item -> objects.put(item.key(), item));
  }

  @Override
  public void add(Resource object) {
    begin(write("add", object));
    objects.put(object.key(), object);
  }

  @Override
  public void update(Resource object) {
    begin(write("update", object));
    objects.put(object.key(), object);
  }

  @Override
  public void delete(Resource object) {
    begin(write("delete", object));
    objects.remove(object.key());
  }

  @Override
  public void bookmark(ResourceVersion version) {
    begin(new Write("bookmark", List.of(), Set.of(), version));
  }

  @Override
  public void resync() {
    begin(new Write("resync", List.of(), Set.of(), ResourceVersion.UNSET));
  }

  private static Write write(String verb, Resource object) {
    return new Write(verb, List.of(object), Set.of(), object.version());
  }

  private void begin(Write write) {
    attempted.add(write);
    Runnable action = before.poll();
    if (action != null) {
      action.run();
    }
    applied.add(write);
  }

  /** One call; {@code kept} are the keys of unreadable objects. */
  record Write(
      String verb, List<Resource> objects, Set<ResourceKey> kept, ResourceVersion version) {
    Write {
      objects = List.copyOf(objects);
      kept = Set.copyOf(kept);
    }

    @Override
    public String toString() {
      return switch (verb) {
        case "replace" -> "replace " + describe(objects) + keeping() + " at " + version;
        case "bookmark" -> "bookmark " + version;
        case "resync" -> "resync";
        default -> verb + " " + describe(objects.get(0));
      };
    }

    private String keeping() {
      return kept.isEmpty()
          ? ""
          : " keep " + new TreeSet<>(kept).stream().map(ResourceKey::name).toList();
    }

    private static List<String> describe(List<Resource> objects) {
      return objects.stream().map(Write::describe).sorted().toList();
    }

    private static String describe(Resource object) {
      return object.key().name() + "@" + object.version();
    }
  }
}
