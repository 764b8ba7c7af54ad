package io.listwatch.objects.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
 * Merges a list of a strategic merge patch into another: items with the same merge key are one
 * item, plain values are there once. Nothing here is slower than sorting, for lists of any length.
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
   * Both lists as one, in the order that {@link #ordered} gives; the second where nothing is
   * merged.
   */
  ArrayNode merge(ArrayNode original, ArrayNode patch) {
    if (!merges) {
      return patch;
    }
    checkAlike(original, patch);
    return directed(original, patch);
  }

  /** The list without these values. Objects are no values: they are merged instead. */
  ArrayNode without(ArrayNode original, ArrayNode deleted) {
    checkAlike(original, deleted);
    if (!original.isEmpty() && original.get(0).isObject()) {
      return directed(original, deleted);
    }
    Set<JsonNode> values = new HashSet<>();
    deleted.forEach(values::add);
    ArrayNode rest = original.deepCopy();
    rest.removeIf(values::contains);
    return rest;
  }

  private static void checkAlike(ArrayNode original, ArrayNode patch) {
    if (original.isEmpty() && patch.isEmpty()) {
      return;
    }
    JsonNode first = original.isEmpty() ? patch.get(0) : original.get(0);
    if (first.isArray()) {
      throw PatchException.doesNotApply("lists of lists are not supported");
    }
    String type = GoNames.type(first);
    for (ArrayNode list : List.of(original, patch)) {
      for (JsonNode each : list) {
        if (!type.equals(GoNames.type(each))) {
          throw PatchException.untyped(
              "list element types are not identical: [%s %s]"
                  .formatted(GoText.of(original), GoText.of(patch)));
        }
      }
    }
  }

  private ArrayNode directed(ArrayNode original, ArrayNode patch) {
    ArrayNode wanted = patch.arrayNode();
    Set<JsonNode> deleted = new HashSet<>();
    boolean replace = false;
    for (JsonNode each : patch) {
      JsonNode directive = each.get(StrategicMergePatch.PATCH);
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
   * Items of the original that have one key are left as they are, but for the first: ports of a
   * service that differ in their protocol are such.
   */
  private ArrayNode joined(ArrayNode original, ArrayNode patch) {
    ArrayNode items = original.arrayNode();
    Map<JsonNode, Integer> firsts = new HashMap<>();
    for (JsonNode each : original) {
      if (firsts.putIfAbsent(key(each), items.size()) == null || !mergeKey.isEmpty()) {
        items.add(each);
      }
    }
    for (JsonNode each : patch) {
      Integer first = firsts.putIfAbsent(key(each), items.size());
      if (first == null) {
        items.add(each);
      } else {
        items.set(first, merged(items.get(first), each));
      }
    }
    return items;
  }

  private JsonNode merged(JsonNode before, JsonNode change) {
    return before instanceof ObjectNode object && change instanceof ObjectNode patch
        ? StrategicMergePatch.merge(object, patch.deepCopy(), item)
        : change;
  }

  /**
   * The items that are wanted in the order in which they are, the others in the order they had.
   * Where one of each could come next, the other one does if it came before the wanted one; so what
   * is new comes first.
   */
  ArrayNode ordered(ArrayNode items, ArrayNode wanted, ArrayNode before) {
    checkKeyed(wanted);
    Map<JsonNode, Integer> wantedPlaces = places(wanted);
    Map<JsonNode, Integer> places = places(before);
    List<JsonNode> ours = new ArrayList<>();
    List<JsonNode> others = new ArrayList<>();
    items.forEach(each -> (wantedPlaces.containsKey(key(each)) ? ours : others).add(each));
    ours.sort(Comparator.comparing(each -> wantedPlaces.getOrDefault(key(each), 0)));

    ArrayNode ordered = items.arrayNode();
    int other = 0;
    for (JsonNode our : ours) {
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

  private Map<JsonNode, Integer> places(ArrayNode items) {
    Map<JsonNode, Integer> places = new HashMap<>();
    items.forEach(each -> places.putIfAbsent(key(each), places.size()));
    return places;
  }

  private void checkKeyed(ArrayNode wanted) {
    for (int i = 0; i < wanted.size() && !mergeKey.isEmpty(); i++) {
      if (!wanted.get(i).isObject()) {
        throw PatchException.untyped("value for key " + i + " is not a map");
      }
    }
  }

  /** What tells an item apart: the value of its merge key, or itself. */
  private JsonNode key(JsonNode each) {
    if (!mergeKey.isEmpty()) {
      return key(each, mergeKey);
    }
    if (each.isObject()) {
      throw PatchException.untyped("cannot merge lists without merge key for struct");
    }
    return each;
  }

  static JsonNode key(JsonNode each, String mergeKey) {
    JsonNode key = each.get(mergeKey);
    if (key == null) {
      throw PatchException.untyped(
          "map: %s does not contain declared merge key: %s".formatted(GoText.of(each), mergeKey));
    }
    return key;
  }
}
