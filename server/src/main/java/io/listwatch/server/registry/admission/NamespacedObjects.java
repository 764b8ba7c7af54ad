package io.listwatch.server.registry.admission;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.server.resource.FollowerStore;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The objects of one resource by their namespace, parsed once, for decisions about writes.
 *
 * <p>Threads: the follower's thread writes; any thread reads, without a lock.
 */
final class NamespacedObjects<T> extends FollowerStore {
  private final Function<Resource, T> parse;

  /** The objects of each namespace, in the order of their names. */
  private final Map<String, Namespace<T>> namespaces = new ConcurrentHashMap<>();

  private record Namespace<T>(SortedMap<String, T> byName, List<T> objects) {
    static <T> Namespace<T> of(SortedMap<String, T> byName) {
      return new Namespace<>(byName, List.copyOf(byName.values()));
    }
  }

  NamespacedObjects(Function<Resource, T> parse) {
    this.parse = parse;
  }

  /** Returns the objects of a namespace. */
  List<T> in(String namespace) {
    Namespace<T> found = namespaces.get(namespace);
    return found == null ? List.of() : found.objects;
  }

  @Override
  protected void put(Resource object) {
    SortedMap<String, T> next = copy(namespace(object.key()));
    next.put(object.key().name(), parse.apply(object));
    namespaces.put(namespace(object.key()), Namespace.of(next));
  }

  @Override
  protected void remove(ResourceKey key) {
    SortedMap<String, T> next = copy(namespace(key));
    next.remove(key.name());
    if (next.isEmpty()) {
      namespaces.remove(namespace(key));
    } else {
      namespaces.put(namespace(key), Namespace.of(next));
    }
  }

  private SortedMap<String, T> copy(String namespace) {
    Namespace<T> found = namespaces.get(namespace);
    return found == null ? new TreeMap<>() : new TreeMap<>(found.byName);
  }

  @Override
  protected Set<ResourceKey> keys() {
    var keys = new HashSet<ResourceKey>();
    namespaces.forEach(
        (namespace, objects) ->
            objects.byName.keySet().forEach(name -> keys.add(new ResourceKey(namespace, name))));
    return keys;
  }

  private static String namespace(ResourceKey key) {
    String namespace = key.namespace();
    return namespace == null ? "" : namespace;
  }
}
