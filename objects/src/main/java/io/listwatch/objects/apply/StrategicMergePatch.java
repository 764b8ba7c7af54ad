package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.schema.FieldSchema;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.ValueSchema.MapOf;
import io.listwatch.selector.Quotation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Applies a strategic merge patch to an object of a built-in kind: a {@link MergePatch} that also
 * merges lists if their type says so, objects by merge key, scalars as a set.
 *
 * <p>The patch may contain directives: {@code $patch} (replace or delete the object that contains
 * it), {@code $retainKeys} (drop all other members), {@code $setElementOrder/list} and {@code
 * $deleteFromPrimitiveList/list}.
 */
public final class StrategicMergePatch {
  static final String PATCH = "$patch";

  private static final String RETAIN_KEYS = "$retainKeys";
  private static final String DELETE_FROM = "$deleteFromPrimitiveList";

  private StrategicMergePatch() {}

  /**
   * Returns the patched object. Does not change the given one.
   *
   * @throws PatchException if the body is neither a JSON object nor null, or a directive is wrong
   */
  public static JsonObject apply(JsonObject current, PatchBody patch, ObjectSchema schema) {
    JsonObject copy = current.deepCopy();
    return isNull(patch) ? copy : merge(copy, MergePatch.copy(patch, ""), schema);
  }

  /** Like {@link #apply(JsonObject, PatchBody, ObjectSchema)}, for a patch as a string. */
  public static JsonObject apply(JsonObject current, String patch, ObjectSchema schema) {
    return apply(current, PatchBody.parse(patch), schema);
  }

  /** True for a null patch, which changes nothing. */
  private static boolean isNull(PatchBody patch) {
    try {
      return patch.tree().isNull();
    } catch (MalformedJsonException e) {
      return false;
    }
  }

  /**
   * Changes both arguments. Recursive: the depth of a patch is at most {@link JsonTrees#MAX_DEPTH}.
   */
  static JsonObject merge(JsonObject original, JsonObject patch, Schema schema) {
    if (patch.has(PATCH)) {
      return directed(patch);
    }
    retainKeys(original, patch);
    for (String name : names(patch)) {
      if (name.startsWith(ListOrder.DIRECTIVE)) {
        ListOrder.merge(name, original, patch, schema);
      }
    }
    for (Map.Entry<String, JsonValue> member : patch.properties()) {
      member(original, member.getKey(), member.getValue(), schema);
    }
    return original;
  }

  private static JsonObject directed(JsonObject patch) {
    return switch (patch.path(PATCH).asText()) {
      case "replace" -> patch.without(PATCH);
      case "delete" -> new JsonObject();
      default -> throw unknown(patch);
    };
  }

  /** Returns the exception for an unknown directive. */
  static PatchException unknown(JsonValue patch) {
    return PatchException.untyped(
        "unknown patch type: %s in map: %s"
            .formatted(GoText.asText(patch.path(PATCH)), GoText.of(patch)));
  }

  private static void retainKeys(JsonObject original, JsonObject patch) {
    JsonValue retained = patch.remove(RETAIN_KEYS);
    if (retained == null) {
      return;
    }
    if (!retained.isArray()) {
      throw PatchException.malformed("invalid patch format of retainKeys");
    }
    Set<String> names = new HashSet<>();
    retained.forEach(name -> names.add(name.asText()));
    for (Map.Entry<String, JsonValue> member : patch.properties()) {
      if (!names.contains(member.getKey())
          && !member.getValue().isNull()
          && !isOfAList(member.getKey())) {
        throw PatchException.malformed("invalid patch format of retainKeys");
      }
    }
    original.retain(names);
  }

  private static boolean isOfAList(String name) {
    return name.startsWith(ListOrder.DIRECTIVE) || name.startsWith(DELETE_FROM);
  }

  private static List<String> names(JsonObject object) {
    List<String> names = new ArrayList<>();
    names.addAll(object.fieldNames());
    return names;
  }

  private static void member(JsonObject original, String name, JsonValue value, Schema schema) {
    if (name.startsWith(DELETE_FROM)) {
      String list = listOf(name, DELETE_FROM, "invalid patch format of primitive list");
      delete(original, list, value, schema);
      return;
    }
    if (value.isNull()) {
      original.remove(name);
      return;
    }
    JsonValue existing = original.get(name);
    if (existing instanceof JsonObject before && value instanceof JsonObject change) {
      FieldSchema field = field(schema, name);
      original.set(
          name,
          field.patchStrategy().equals("replace") ? change : merge(before, change, field.type()));
    } else if (existing instanceof JsonArray before && value instanceof JsonArray change) {
      original.set(name, ListMerge.of(field(schema, name)).merge(before, change));
    } else if (isDirective(value)) {
      original.remove(name);
    } else {
      original.set(name, MergePatch.withoutNulls(withoutDirectives(value)));
    }
  }

  /**
   * Returns the name of the list that a directive is for.
   *
   * @param problem the error message if it has none
   */
  static String listOf(String name, String directive, String problem) {
    if (!name.startsWith("/", directive.length())) {
      throw PatchException.malformed(problem);
    }
    return name.substring(directive.length() + 1);
  }

  private static void delete(JsonObject original, String name, JsonValue values, Schema schema) {
    if (values.isNull()) {
      original.remove(name);
    } else if (original.get(name) instanceof JsonArray list
        && values instanceof JsonArray deleted) {
      original.set(name, ListMerge.of(field(schema, name)).without(list, deleted));
    }
  }

  /** Returns the declaration of a member; throws if there is none. */
  static FieldSchema field(Schema schema, String name) {
    if (schema instanceof MapOf) {
      throw PatchException.untyped(
          "merging an object in json but data type is not struct, instead is: map");
    }
    FieldSchema field = schema instanceof ObjectSchema struct ? struct.field(name) : null;
    if (field == null) {
      String type = schema instanceof ObjectSchema struct ? struct.name() : "RawExtension";
      throw PatchException.untyped(
          "unable to find api field in struct %s for the json field %s"
              .formatted(type.substring(type.lastIndexOf('.') + 1), Quotation.of(name)));
    }
    return field;
  }

  private static boolean isDirective(JsonValue value) {
    return value.isObject() && value.has(PATCH);
  }

  /** Drops the directives from a new value, where they have nothing to apply to. */
  static JsonValue withoutDirectives(JsonValue value) {
    if (value instanceof JsonArray items) {
      items.removeIf(StrategicMergePatch::isDirective);
    } else if (value instanceof JsonObject object) {
      object.removeIf(StrategicMergePatch::isDirective);
    }
    value.forEach(StrategicMergePatch::withoutDirectives);
    return value;
  }
}
