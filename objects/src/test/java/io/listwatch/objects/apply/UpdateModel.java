package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A simple and slow model of field ownership after an update: an owner is a set of paths, and
 * everything is parsed, compared and written as a whole. Ignores the limit on updaters.
 *
 * @param normal normalizes objects before they are compared
 */
record UpdateModel(RequestVersion request, UnaryOperator<JsonObject> normal) {
  private static final Comparator<List<PathElement>> BY_STEPS =
      (left, right) -> {
        for (int i = 0; i < left.size() && i < right.size(); i++) {
          int order = left.get(i).compareTo(right.get(i));
          if (order != 0) {
            return order;
          }
        }
        return Integer.compare(left.size(), right.size());
      };

  private static final List<String> UNOWNED =
      List.of("", "name", "namespace", "creationTimestamp", "selfLink", "uid", "clusterName");

  private static final List<String> NOBODYS_TOO =
      List.of("generation", "managedFields", "resourceVersion");

  /** One entry of {@code managedFields}, its fields as paths. */
  private record Owner(ManagedEntry entry, SortedSet<List<PathElement>> paths) {
    Owner owning(SortedSet<List<PathElement>> others) {
      return new Owner(entry, others);
    }

    boolean sameButForTime(@Nullable Owner other) {
      return other != null
          && entry
              .owning(FieldSet.empty())
              .at("")
              .equals(other.entry.owning(FieldSet.empty()).at(""))
          && paths.equals(other.paths);
    }
  }

  JsonArray update(
      @Nullable JsonObject old, JsonObject next, FieldManager manager, List<String> ignored) {
    Map<String, Owner> owners = old == null ? new TreeMap<>() : before(old, next, manager);
    if (old != null && owners.isEmpty()) {
      return new JsonArray();
    }
    owners.values().removeIf(each -> !request.versions().exist(each.entry().apiVersion()));
    owners.replaceAll((identity, each) -> each.owning(fitted(each, versionOf(each))));
    JsonObject before = normal.apply(bare(old == null ? typed(next) : old));
    JsonObject after = normal.apply(bare(next));

    owners.replaceAll((identity, each) -> each.owning(rest(each, before, after, ignored)));
    owners.values().removeIf(each -> each.paths().isEmpty());
    SortedSet<List<PathElement>> gained =
        without(new Walk(before, after, request.schema()).changed, ignored);
    gained.removeIf(UpdateModel::isNobodys);
    if (!gained.isEmpty()) {
      String time = DateTimeFormatter.ISO_INSTANT.format(manager.time());
      ManagedEntry entry = ManagedEntry.of(manager, ManagedEntry.UPDATE, FieldSet.empty()).at(time);
      Owner known = owners.get(entry.identity().toString());
      gained.addAll(known == null ? List.of() : known.paths());
      owners.put(entry.identity().toString(), new Owner(entry, gained));
    }
    boolean unchanged = old != null && new Walk(before, after, request.schema()).any().isEmpty();
    Map<String, Owner> stored = old == null ? Map.of() : read(old);
    boolean same =
        owners.keySet().equals(stored.keySet())
            && owners.entrySet().stream()
                .allMatch(each -> each.getValue().sameButForTime(stored.get(each.getKey())));
    return write(unchanged && same ? stored : owners);
  }

  private static Map<String, Owner> before(JsonObject old, JsonObject next, FieldManager manager) {
    JsonValue sent = next.path("metadata").path("managedFields");
    if (manager.subresource().isEmpty()) {
      if (sent.isArray() && (sent.isEmpty() || sent.toString().equals("[{}]"))) {
        return new TreeMap<>();
      }
      Map<String, Owner> owners = read(next);
      return owners.isEmpty() ? read(old) : owners;
    }
    return read(old);
  }

  private String versionOf(Owner owner) {
    return request.of(owner.entry());
  }

  /** The owner of a part of an atomic value owns the whole value. */
  private SortedSet<List<PathElement>> fitted(Owner owner, String version) {
    SortedSet<List<PathElement>> fitted = new TreeSet<>(BY_STEPS);
    for (List<PathElement> path : owner.paths()) {
      Schema at = request.sharing(version);
      int end = 0;
      do {
        at = Schemas.below(at, path.get(end++).toString());
      } while (end < path.size() && !Schemas.isWhole(at));
      fitted.add(path.subList(0, end));
    }
    return fitted;
  }

  private SortedSet<List<PathElement>> rest(
      Owner owner, JsonObject before, JsonObject after, List<String> ignored) {
    String version = versionOf(owner);
    Walk walk =
        new Walk(request.in(version, before), request.in(version, after), request.sharing(version));
    SortedSet<List<PathElement>> rest = new TreeSet<>(BY_STEPS);
    rest.addAll(owner.paths());
    rest.removeAll(without(walk.any(), ignored));
    return rest;
  }

  private static SortedSet<List<PathElement>> without(
      SortedSet<List<PathElement>> paths, List<String> ignored) {
    SortedSet<List<PathElement>> rest = new TreeSet<>(BY_STEPS);
    rest.addAll(paths);
    rest.removeIf(path -> ignored.contains(((PathElement.Member) path.get(0)).name()));
    return rest;
  }

  private static boolean isNobodys(List<PathElement> path) {
    String first = path.get(0).toString();
    String second = path.size() == 2 ? path.get(1).toString().substring(2) : "";
    return first.equals("f:metadata")
        ? path.size() <= 2 && (UNOWNED.contains(second) || NOBODYS_TOO.contains(second))
        : path.size() == 1 && (first.equals("f:apiVersion") || first.equals("f:kind"));
  }

  private static JsonObject typed(JsonObject object) {
    JsonObject typed = new JsonObject();
    typed.set("apiVersion", object.get("apiVersion"));
    return typed.set("kind", object.get("kind"));
  }

  private static JsonObject bare(JsonObject object) {
    JsonObject bare = object.deepCopy();
    if (bare.get("metadata") instanceof JsonObject metadata) {
      metadata.remove("managedFields");
    }
    return bare;
  }

  private static Map<String, Owner> read(JsonObject object) {
    Map<String, Owner> owners = new TreeMap<>();
    for (JsonValue each : object.path("metadata").path("managedFields")) {
      SortedSet<List<PathElement>> paths = new TreeSet<>(BY_STEPS);
      try {
        ManagedEntry entry = ManagedEntry.parse(each, 0);
        readPaths(each.path("fieldsV1"), List.of(), paths);
        owners.put(entry.identity().toString(), new Owner(entry, paths));
      } catch (RuntimeException e) {
        return new TreeMap<>();
      }
    }
    return owners;
  }

  private static void readPaths(
      JsonValue fields, List<PathElement> prefix, SortedSet<List<PathElement>> paths) {
    for (Map.Entry<String, JsonValue> step : fields.properties()) {
      if (!step.getKey().equals(".")) {
        List<PathElement> path = longer(prefix, PathElement.parse(step.getKey()));
        if (step.getValue().isEmpty() || step.getValue().has(".")) {
          paths.add(path);
        }
        readPaths(step.getValue(), path, paths);
      }
    }
  }

  private static JsonArray write(Map<String, Owner> owners) {
    JsonArray entries = new JsonArray();
    owners.values().stream()
        .sorted(Comparator.comparing(Owner::entry, ManagedEntry.ORDER))
        .forEach(
            owner -> {
              JsonObject entry = owner.entry().toJson();
              entry.set("fieldsV1", writePaths(owner.paths()));
              entries.add(entry);
            });
    return entries;
  }

  private static JsonObject writePaths(SortedSet<List<PathElement>> paths) {
    SortedMap<PathElement, SortedSet<List<PathElement>>> steps = new TreeMap<>();
    for (List<PathElement> path : paths) {
      if (!path.isEmpty()) {
        steps
            .computeIfAbsent(path.get(0), step -> new TreeSet<>(BY_STEPS))
            .add(path.subList(1, path.size()));
      }
    }
    JsonObject fields = new JsonObject();
    if (paths.contains(List.<PathElement>of()) && !steps.isEmpty()) {
      fields.putObject(".");
    }
    steps.forEach((step, below) -> fields.set(step.toString(), writePaths(below)));
    return fields;
  }

  private static List<PathElement> longer(List<PathElement> path, PathElement step) {
    List<PathElement> longer = new ArrayList<>(path);
    longer.add(step);
    return longer;
  }

  /** Compares two objects member by member and item by item. */
  private static final class Walk {
    final SortedSet<List<PathElement>> changed = new TreeSet<>(BY_STEPS);
    final SortedSet<List<PathElement>> removed = new TreeSet<>(BY_STEPS);

    Walk(JsonObject before, JsonObject after, Schema schema) {
      members(List.of(), schema, before, after);
    }

    SortedSet<List<PathElement>> any() {
      SortedSet<List<PathElement>> any = new TreeSet<>(changed);
      any.addAll(removed);
      return any;
    }

    private void compare(
        List<PathElement> path,
        Schema schema,
        @Nullable JsonValue before,
        @Nullable JsonValue after) {
      if (before == null) {
        changed.add(path);
      } else if (after == null) {
        removed.add(path);
      }
      if (before != null) {
        compareAs(Schemas.shape(schema, before), path, schema, before, after);
      }
      if (after != null) {
        compareAs(Schemas.shape(schema, after), path, schema, before, after);
      }
    }

    private void compareAs(
        Schema.Shape shape,
        List<PathElement> path,
        Schema schema,
        @Nullable JsonValue before,
        @Nullable JsonValue after) {
      boolean list = shape == Schema.Shape.LIST;
      boolean hasParts = hasParts(list, before) || hasParts(list, after);
      boolean atomic = list ? schema.listType() == Schema.ListType.ATOMIC : schema.atomic();
      if (shape == Schema.Shape.SCALAR || atomic || !hasParts) {
        if (before != null && after != null && !SameValue.test(before, after)) {
          changed.add(path);
        }
      } else if (list) {
        items(path, schema, before, after);
      } else {
        members(path, schema, before, after);
      }
    }

    private static boolean hasParts(boolean list, @Nullable JsonValue value) {
      return value != null && (list ? value.isArray() : value.isObject()) && !value.isEmpty();
    }

    private void members(
        List<PathElement> path,
        Schema schema,
        @Nullable JsonValue before,
        @Nullable JsonValue after) {
      Set<String> names = new TreeSet<>();
      if (before != null) {
        names.addAll(before.fieldNames());
      }
      if (after != null) {
        names.addAll(after.fieldNames());
      }
      for (String name : names) {
        compare(
            longer(path, new PathElement.Member(name)),
            Schemas.member(schema, name),
            before == null ? null : before.get(name),
            after == null ? null : after.get(name));
      }
    }

    private void items(
        List<PathElement> path,
        Schema schema,
        @Nullable JsonValue before,
        @Nullable JsonValue after) {
      var first = ListItems.byElement(schema, before instanceof JsonArray list ? list : null);
      var second = ListItems.byElement(schema, after instanceof JsonArray list ? list : null);
      SortedSet<PathElement> elements = new TreeSet<>(first.keySet());
      elements.addAll(second.keySet());
      for (PathElement element : elements) {
        item(
            longer(path, element),
            schema.item(),
            first.getOrDefault(element, List.of()),
            second.getOrDefault(element, List.of()));
      }
    }

    /** Items with the same key are one leaf. */
    private void item(
        List<PathElement> path, Schema schema, List<JsonValue> before, List<JsonValue> after) {
      if (before.size() > 1 && after.size() > 1) {
        if (!SameValue.test(before, after)) {
          changed.add(path);
        }
        return;
      }
      if (before.size() > 1) {
        removed.add(path);
      } else if (after.size() > 1) {
        changed.add(path);
      }
      JsonValue first = before.size() == 1 ? before.get(0) : null;
      JsonValue second = after.size() == 1 ? after.get(0) : null;
      if (first != null || second != null) {
        compare(path, schema, first, second);
      }
    }
  }
}
