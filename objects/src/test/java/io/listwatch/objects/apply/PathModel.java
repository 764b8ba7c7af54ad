package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.Schema.ListType;
import io.listwatch.objects.schema.Schema.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A simple and slow model of server-side apply, without trees: an object is a map from paths to
 * leaf values, an owner is a set of paths, and every operation scans all of them.
 */
final class PathModel {
  private final Schema schema;

  /** The values of the leaves, by path. */
  Map<List<PathElement>, JsonValue> leaves = new HashMap<>();

  Map<String, Set<List<PathElement>>> owners = new TreeMap<>();

  PathModel(Schema schema) {
    this.schema = schema;
  }

  /** Returns false, and changes nothing, if other managers own fields that would change. */
  boolean apply(String manager, JsonObject intent, boolean force) {
    Map<List<PathElement>, JsonValue> meant = leaves(intent);
    Set<List<PathElement>> last = owners.getOrDefault(manager, Set.of());
    Map<String, Set<List<PathElement>>> owned = new TreeMap<>(owners);
    owned.put(manager, meantPaths(meant));

    Map<List<PathElement>, JsonValue> next = new HashMap<>(leaves);
    // A value of another shape replaces the old one: a leaf replaces everything below it, and the
    // other way round.
    next.keySet()
        .removeIf(path -> meant.keySet().stream().anyMatch(m -> below(m, path) || below(path, m)));
    next.putAll(meant);
    prune(next, last, owned.values().stream().flatMap(Set::stream).collect(Collectors.toSet()));

    Set<List<PathElement>> before = all(leaves.keySet());
    Set<List<PathElement>> after = all(next.keySet());
    Set<List<PathElement>> changed =
        after.stream()
            .filter(path -> !before.contains(path) || differs(leaves.get(path), next.get(path)))
            .collect(Collectors.toSet());
    boolean conflict =
        owned.entrySet().stream()
            .anyMatch(
                each ->
                    !each.getKey().equals(manager)
                        && each.getValue().stream().anyMatch(changed::contains));
    if (conflict && !force) {
      return false;
    }
    owned.replaceAll(
        (name, paths) ->
            name.equals(manager)
                ? paths
                : paths.stream()
                    .filter(path -> !changed.contains(path) && after.contains(path))
                    .collect(Collectors.toSet()));
    owned.values().removeIf(Set::isEmpty);
    leaves = next;
    owners = owned;
    return true;
  }

  /**
   * Compares two leaves, or a leaf and a container: these differ, unless the leaf is null, which
   * counts as absent.
   */
  private static boolean differs(@Nullable JsonValue before, @Nullable JsonValue after) {
    if (before != null && after != null) {
      return !before.equals(after);
    }
    JsonValue end = before == null ? after : before;
    return end != null && !end.isNull();
  }

  /**
   * Removes the dropped paths of the manager, and the containers that lead to them, unless another
   * manager owns them or something below them. A container without members becomes null.
   */
  private void prune(
      Map<List<PathElement>, JsonValue> next,
      Set<List<PathElement>> last,
      Set<List<PathElement>> owned) {
    Set<List<PathElement>> there = all(next.keySet());
    Set<List<PathElement>> gone =
        there.stream()
            .filter(
                path ->
                    leadsTo(path, last)
                        && prefixes(path).stream()
                            .anyMatch(
                                onTheWay ->
                                    !leadsTo(onTheWay, owned)
                                        && prefixes(onTheWay).stream()
                                            .anyMatch(first -> leadsTo(first, last))))
            .collect(Collectors.toSet());
    next.keySet().removeIf(path -> prefixes(path).stream().anyMatch(gone::contains));
    for (List<PathElement> path : there) {
      boolean kept = prefixes(path).stream().noneMatch(gone::contains);
      boolean hadParts = there.stream().anyMatch(other -> below(other, path));
      boolean hasParts = next.keySet().stream().anyMatch(other -> below(other, path));
      boolean lostAll =
          there.stream()
              .filter(other -> other.size() == path.size() + 1 && below(other, path))
              .allMatch(gone::contains);
      if (kept && hadParts && !hasParts && lostAll) {
        next.put(path, JsonValue.NULL);
      }
    }
  }

  /** True if the path is one of these, or a struct member that leads to one. */
  private boolean leadsTo(List<PathElement> path, Set<List<PathElement>> paths) {
    return paths.contains(path)
        || (declared(path) && paths.stream().anyMatch(each -> below(each, path)));
  }

  private boolean declared(List<PathElement> path) {
    Schema at = schema;
    for (PathElement step : path.subList(0, path.size() - 1)) {
      Schema next = step instanceof PathElement.Member m ? at.member(m.name()) : at.item();
      at = next == null ? Schema.unknown() : next;
    }
    return path.get(path.size() - 1) instanceof PathElement.Member last && at.declares(last.name());
  }

  /** Returns leaves, list items and map keys. */
  private Set<List<PathElement>> meantPaths(Map<List<PathElement>, JsonValue> meant) {
    return all(meant.keySet()).stream()
        .filter(path -> meant.containsKey(path) || !declared(path))
        .collect(Collectors.toSet());
  }

  static boolean below(List<PathElement> path, List<PathElement> prefix) {
    return path.size() > prefix.size() && path.subList(0, prefix.size()).equals(prefix);
  }

  private static List<List<PathElement>> prefixes(List<PathElement> path) {
    List<List<PathElement>> prefixes = new ArrayList<>();
    for (int i = 1; i <= path.size(); i++) {
      prefixes.add(path.subList(0, i));
    }
    return prefixes;
  }

  private static Set<List<PathElement>> all(Set<List<PathElement>> ends) {
    Set<List<PathElement>> all = new HashSet<>();
    ends.forEach(path -> all.addAll(prefixes(path)));
    return all;
  }

  /** Returns the leaf values of an object by path. */
  Map<List<PathElement>, JsonValue> leaves(JsonObject object) {
    Map<List<PathElement>, JsonValue> found = new HashMap<>();
    object
        .properties()
        .forEach(
            each ->
                collect(
                    member(schema, each.getKey()),
                    each.getValue(),
                    List.of(new PathElement.Member(each.getKey())),
                    found));
    return found;
  }

  private static Schema member(Schema schema, String name) {
    Schema member = schema.member(name);
    return member == null ? Schema.unknown() : member;
  }

  private static void collect(
      Schema schema,
      JsonValue value,
      List<PathElement> path,
      Map<List<PathElement>, JsonValue> found) {
    boolean list = schema.shape() == Shape.LIST && schema.listType() != ListType.ATOMIC;
    if (value.isObject() && !value.isEmpty() && !schema.atomic()) {
      value
          .properties()
          .forEach(
              each ->
                  collect(
                      member(schema, each.getKey()),
                      each.getValue(),
                      longer(path, new PathElement.Member(each.getKey())),
                      found));
    } else if (value.isArray() && !value.isEmpty() && list) {
      for (JsonValue item : value) {
        List<PathElement> below = longer(path, element(schema, item));
        if (schema.listType() == ListType.SET) {
          found.put(below, item);
        } else {
          collect(schema.item(), item, below, found);
        }
      }
    } else {
      found.put(path, value);
    }
  }

  private static PathElement element(Schema schema, JsonValue item) {
    return schema.listType() == ListType.SET
        ? new PathElement.Value(item)
        : new PathElement.Keyed(List.of(new PathElement.Key("k", item.path("k"))));
  }

  private static List<PathElement> longer(List<PathElement> path, PathElement step) {
    List<PathElement> longer = new ArrayList<>(path);
    longer.add(step);
    return longer;
  }
}
