package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.Schema.ListType;
import io.listwatch.objects.schema.Schema.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Merges the configuration of a mutating admission policy into an object like server-side apply,
 * but without a field manager: the new fields have no owner, and no field is removed.
 *
 * <p>The configuration may not mention atomic lists, maps or structs, because it would replace the
 * content that it does not name.
 */
public final class UnmanagedApply {
  private UnmanagedApply() {}

  /**
   * Returns the merged object, which shares nothing with the given ones.
   *
   * @throws PatchException if the configuration does not match the schema, or has an atomic value
   */
  public static JsonObject apply(JsonObject object, JsonObject configuration, Schema schema) {
    try {
      TypeCheck.check(configuration, schema);
    } catch (PatchException e) {
      throw PatchException.untyped(
          "failed to convert patch object to typed object: " + e.getMessage());
    }
    List<String> atomic = new ArrayList<>();
    collectAtomic(schema, configuration, "", atomic);
    if (!atomic.isEmpty()) {
      throw PatchException.untyped(
          "invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: "
              + String.join(", ", atomic));
    }
    return Merge.of(object, configuration, schema).deepCopy();
  }

  /** Recursive: the depth of a configuration is bounded. The values of a map are not searched. */
  private static void collectAtomic(
      Schema schema, JsonValue value, String path, List<String> atomic) {
    if (value instanceof JsonObject object && isObject(schema)) {
      if (schema.atomic()) {
        atomic.add(path);
      }
      for (Map.Entry<String, JsonValue> member : object.properties()) {
        Schema below = schema.declares(member.getKey()) ? schema.member(member.getKey()) : null;
        if (below != null) {
          collectAtomic(below, member.getValue(), path + "." + member.getKey(), atomic);
        }
      }
    } else if (value instanceof JsonArray list && schema.shape() == Shape.LIST) {
      if (schema.listType() == ListType.ATOMIC) {
        atomic.add(path);
      }
      for (int i = 0; i < list.size(); i++) {
        collectAtomic(schema.item(), list.path(i), path + "[" + i + "]", atomic);
      }
    }
  }

  private static boolean isObject(Schema schema) {
    return schema.shape() == Shape.STRUCT || schema.shape() == Shape.MAP;
  }
}
