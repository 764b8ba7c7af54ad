package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldSchema;
import io.listwatch.objects.schema.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Merges the lists of a strategic merge patch: objects by merge key, scalars as a set. Takes as
 * long as sorting the lists.
 */
final class ListMerge {
  private final String mergeKey;
  private final Schema item;
  private final boolean merges;

  private ListMerge(FieldSchema field) {
    this.mergeKey = field.mergeKey();
    this.item = field.type().item();
    this.merges = field.merges();
  }

  static ListMerge of(FieldSchema field) {
    return new ListMerge(field);
  }

  /**
   * Merges both lists, in the order of {@link #ordered}. Returns {@code patch} if the patch
   * replaces the list as a whole.
   */
  JsonArray merge(JsonArray original, JsonArray patch) {
    if (!merges) {
      return patch;
    }
    checkAlike(original, patch);
    return directed(original, patch);
  }

  /** Returns the list without these scalars. Objects stay: they are deleted by directives. */
  JsonArray without(JsonArray original, JsonArray deleted) {
    checkAlike(original, deleted);
    if (!original.isEmpty() && original.path(0).isObject()) {
      return directed(original, deleted);
    }
    Set<JsonValue> values = new HashSet<>();
    deleted.forEach(values::add);
    JsonArray rest = original.deepCopy();
    rest.removeIf(values::contains);
    return rest;
  }

  private static void checkAlike(JsonArray original, JsonArray patch) {
    if (original.isEmpty() && patch.isEmpty()) {
      return;
    }
    JsonValue first = original.isEmpty() ? patch.path(0) : original.path(0);
    if (first.isArray()) {
      throw PatchException.doesNotApply("lists of lists are not supported");
    }
    String type = GoNames.type(first);
    for (JsonArray list : List.of(original, patch)) {
      for (JsonValue each : list) {
        if (!type.equals(GoNames.type(each))) {
          throw PatchException.untyped(
              "list element types are not identical: [%s %s]"
                  .formatted(GoText.of(original), GoText.of(patch)));
        }
      }
    }
  }

  private JsonArray directed(JsonArray original, JsonArray patch) {
    JsonArray wanted = new JsonArray();
    Set<JsonValue> deleted = new HashSet<>();
    boolean replace = false;
    for (JsonValue each : patch) {
      JsonValue directive = each.get(StrategicMergePatch.PATCH);
      if (directive == null) {
        wanted.add(each);
      } else if (directive.asText().equals("delete")) {
        deleted.add(key(each));
      } else if (directive.asText().equals("replace")) {
        replace = true;
      } else if (directive.asText().equals("merge")) {
        throw PatchException.untyped("merging lists cannot yet be specified in the patch");
      } else {
        throw StrategicMergePatch.unknown(each);
      }
    }
    if (replace) {
      wanted.forEach(this::key);
      return wanted;
    }
    if (!deleted.isEmpty()) {
      original.removeIf(each -> deleted.contains(key(each)));
    }
    return ordered(joined(original, wanted), wanted, original);
  }

  /**
   * Of several items with the same key, only the first is merged: for example, service ports that
   * differ only in their protocol.
   */
  private JsonArray joined(JsonArray original, JsonArray patch) {
    JsonArray items = new JsonArray();
    Map<JsonValue, Integer> firsts = new HashMap<>();
    for (JsonValue each : original) {
      if (firsts.putIfAbsent(key(each), items.size()) == null || !mergeKey.isEmpty()) {
        items.add(each);
      }
    }
    for (JsonValue each : patch) {
      Integer first = firsts.putIfAbsent(key(each), items.size());
      if (first == null) {
        items.add(each);
      } else {
        items.set(first, merged(items.path(first), each));
      }
    }
    return items;
  }

  private JsonValue merged(JsonValue before, JsonValue change) {
    return before instanceof JsonObject object && change instanceof JsonObject patch
        ? StrategicMergePatch.merge(object, patch.deepCopy(), item)
        : change;
  }

  /**
   * Sorts the wanted items as in the patch, the others as they were. An item that is not in the
   * patch comes before a wanted one only if it did so before; new items come first.
   */
  JsonArray ordered(JsonArray items, JsonArray wanted, JsonArray before) {
    checkKeyed(wanted);
    Map<JsonValue, Integer> wantedPlaces = places(wanted);
    Map<JsonValue, Integer> places = places(before);
    List<JsonValue> ours = new ArrayList<>();
    List<JsonValue> others = new ArrayList<>();
    items.forEach(each -> (wantedPlaces.containsKey(key(each)) ? ours : others).add(each));
    ours.sort(Comparator.comparing(each -> wantedPlaces.getOrDefault(key(each), 0)));

    JsonArray ordered = new JsonArray();
    int other = 0;
    for (JsonValue our : ours) {
      Integer place = places.get(key(our));
      while (place != null
          && other < others.size()
          && places.getOrDefault(key(others.get(other)), Integer.MAX_VALUE) < place) {
        ordered.add(others.get(other++));
      }
      ordered.add(our);
    }
    return ordered.addAll(others.subList(other, others.size()));
  }

  private Map<JsonValue, Integer> places(JsonArray items) {
    Map<JsonValue, Integer> places = new HashMap<>();
    items.forEach(each -> places.putIfAbsent(key(each), places.size()));
    return places;
  }

  private void checkKeyed(JsonArray wanted) {
    for (int i = 0; i < wanted.size() && !mergeKey.isEmpty(); i++) {
      if (!wanted.path(i).isObject()) {
        throw PatchException.untyped("value for key " + i + " is not a map");
      }
    }
  }

  /** Returns the identity of an item: the value of its merge key, or the scalar itself. */
  private JsonValue key(JsonValue each) {
    if (!mergeKey.isEmpty()) {
      return key(each, mergeKey);
    }
    if (each.isObject()) {
      throw PatchException.untyped("cannot merge lists without merge key for struct");
    }
    return each;
  }

  static JsonValue key(JsonValue each, String mergeKey) {
    JsonValue key = each.get(mergeKey);
    if (key == null) {
      throw PatchException.untyped(
          "map: %s does not contain declared merge key: %s".formatted(GoText.of(each), mergeKey));
    }
    return key;
  }
}
