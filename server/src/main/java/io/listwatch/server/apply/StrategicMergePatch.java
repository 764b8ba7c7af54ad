package io.listwatch.server.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.schema.FieldSchema;
import io.listwatch.server.schema.JsonTrees;
import io.listwatch.server.schema.ObjectSchema;
import io.listwatch.server.schema.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Merges a patch into an object of a built-in kind, as {@link MergePatch} does, but lists too where
 * the type says so: items by their merge key, plain values as a set.
 *
 * <p>The patch may carry directives: {@code $patch} (replace or delete what it stands in), {@code
 * $retainKeys} (drop all other members), {@code $setElementOrder/list} and {@code
 * $deleteFromPrimitiveList/list}.
 */
public final class StrategicMergePatch {
  static final String PATCH = "$patch";

  private static final String RETAIN_KEYS = "$retainKeys";
  private static final String ORDER = "$setElementOrder/";
  private static final String DELETE_FROM = "$deleteFromPrimitiveList/";

  private StrategicMergePatch() {}

  /**
   * The object as the patch has it. The given one stays as it is.
   *
   * @throws PatchException if the text is neither a JSON object nor null, or a directive is wrong
   */
  public static ObjectNode apply(ObjectNode current, String patch, ObjectSchema schema) {
    ObjectNode copy = current.deepCopy();
    // To say nothing is to change nothing.
    return patch.strip().equals("null") ? copy : merge(copy, MergePatch.parse(patch, ""), schema);
  }

  /** Changes both. Recursive: a patch nests no deeper than {@link JsonTrees#MAX_DEPTH}. */
  static ObjectNode merge(ObjectNode original, ObjectNode patch, Schema schema) {
    if (patch.has(PATCH)) {
      return directed(patch);
    }
    retainKeys(original, patch);
    for (String name : names(patch)) {
      if (name.startsWith(ORDER)) {
        order(original, patch, name, schema);
      }
    }
    for (Map.Entry<String, JsonNode> member : patch.properties()) {
      member(original, member.getKey(), member.getValue(), schema);
    }
    return original;
  }

  private static ObjectNode directed(ObjectNode patch) {
    return switch (patch.path(PATCH).asText()) {
      case "replace" -> patch.without(PATCH);
      case "delete" -> patch.objectNode();
      default -> throw unknown(patch);
    };
  }

  /** Says that a directive is none. */
  static PatchException unknown(JsonNode patch) {
    return PatchException.untyped(
        "unknown patch type: %s in map: %s"
            .formatted(patch.path(PATCH).asText(), GoText.of(patch)));
  }

  private static void retainKeys(ObjectNode original, ObjectNode patch) {
    JsonNode retained = patch.remove(RETAIN_KEYS);
    if (retained == null) {
      return;
    }
    if (!retained.isArray()) {
      throw PatchException.malformed("invalid patch format of retainKeys");
    }
    Set<String> names = new HashSet<>();
    retained.forEach(name -> names.add(name.asText()));
    for (Map.Entry<String, JsonNode> member : patch.properties()) {
      boolean directive = member.getKey().startsWith("$");
      if (!names.contains(member.getKey()) && !member.getValue().isNull() && !directive) {
        throw PatchException.malformed("invalid patch format of retainKeys");
      }
    }
    original.retain(names);
  }

  private static List<String> names(ObjectNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** Merges the list that a directive orders, and takes both out of the patch. */
  private static void order(ObjectNode original, ObjectNode patch, String name, Schema schema) {
    JsonNode order = patch.remove(name);
    String list = name.substring(ORDER.length());
    JsonNode items = patch.remove(list);
    ArrayNode before = original.arrayNode();
    original.path(list).forEach(before::add);
    if (items != null) {
      member(original, list, items, schema);
    }
    FieldSchema field = field(schema, list);
    if (original.get(list) instanceof ArrayNode merged
        && order instanceof ArrayNode wanted
        && field != null
        && field.merges()) {
      original.set(list, ListMerge.of(field).ordered(merged, wanted, before));
    }
  }

  private static void member(ObjectNode original, String name, JsonNode value, Schema schema) {
    if (name.startsWith(DELETE_FROM)) {
      delete(original.get(name.substring(DELETE_FROM.length())), value);
      return;
    }
    if (value.isNull()) {
      original.remove(name);
      return;
    }
    JsonNode existing = original.get(name);
    FieldSchema field = field(schema, name);
    boolean replace = field != null && field.patchStrategy().equals("replace");
    if (existing instanceof ObjectNode before && value instanceof ObjectNode change && !replace) {
      original.set(name, merge(before, change, below(schema, name)));
    } else if (existing instanceof ArrayNode before
        && value instanceof ArrayNode change
        && field != null
        && field.merges()) {
      original.set(name, ListMerge.of(field).merge(before, change));
    } else if (isDirective(value)) {
      original.remove(name);
    } else {
      original.set(name, MergePatch.withoutNulls(withoutDirectives(value)));
    }
  }

  private static void delete(@Nullable JsonNode list, JsonNode values) {
    Set<JsonNode> deleted = new HashSet<>();
    values.forEach(deleted::add);
    if (list instanceof ArrayNode items) {
      items.removeIf(deleted::contains);
    }
  }

  private static @Nullable FieldSchema field(Schema schema, String name) {
    return schema instanceof ObjectSchema struct ? struct.field(name) : null;
  }

  private static Schema below(Schema schema, String name) {
    Schema member = schema.member(name);
    return member == null ? Schema.unknown() : member;
  }

  private static boolean isDirective(JsonNode value) {
    return value.isObject() && value.has(PATCH);
  }

  /** What is new has nothing to be directed at. */
  private static JsonNode withoutDirectives(JsonNode value) {
    if (value instanceof ArrayNode items) {
      items.removeIf(StrategicMergePatch::isDirective);
    } else if (value instanceof ObjectNode object) {
      object.removeIf(StrategicMergePatch::isDirective);
    }
    value.forEach(StrategicMergePatch::withoutDirectives);
    return value;
  }
}
