package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fills in the defaults of absent members, and drops nulls that are neither nullable nor replaced
 * by a default. Does not create a missing parent for the defaults of its members.
 */
final class Defaulting {
  private boolean changed;

  private Defaulting() {}

  /** Drops nulls and fills in defaults. Returns true if the object has changed. */
  static boolean complete(JsonObject object, StructuralSchema schema) {
    var defaulting = new Defaulting();
    defaulting.dropNulls(object, schema);
    defaulting.fill(object, schema);
    return defaulting.changed;
  }

  /** Fills in defaults only. */
  static void fillIn(JsonObject object, StructuralSchema schema) {
    new Defaulting().fill(object, schema);
  }

  private void dropNulls(JsonValue value, @Nullable StructuralSchema schema) {
    if (schema == null) {
      return;
    }
    if (value instanceof JsonObject object) {
      dropNullMembers(object, schema);
    } else if (value instanceof JsonArray array) {
      array.forEach(each -> dropNulls(each, schema.declaredItem()));
    }
  }

  private void dropNullMembers(JsonObject object, StructuralSchema schema) {
    Iterator<Map.Entry<String, JsonValue>> members = object.properties().iterator();
    while (members.hasNext()) {
      Map.Entry<String, JsonValue> member = members.next();
      StructuralSchema declared = declared(member.getKey(), schema);
      if (!isStray(member.getValue(), declared)) {
        dropNulls(member.getValue(), declared);
      } else if (declared != null && declared.defaultValue() == null) {
        members.remove();
        changed = true;
      }
    }
  }

  private static @Nullable StructuralSchema declared(String name, StructuralSchema schema) {
    StructuralSchema property = schema.property(name);
    return property != null ? property : schema.others().schema();
  }

  /** True for a null that is not nullable. */
  private static boolean isStray(JsonValue value, @Nullable StructuralSchema schema) {
    return value.isNull() && schema != null && !schema.nullable();
  }

  private void fill(JsonValue value, @Nullable StructuralSchema schema) {
    if (schema == null || !schema.completing()) {
      return;
    }
    if (value instanceof JsonObject object) {
      fillObject(object, schema);
    } else if (value instanceof JsonArray array) {
      fillItems(array, schema.declaredItem());
    }
  }

  private void fillObject(JsonObject object, StructuralSchema schema) {
    for (Map.Entry<String, StructuralSchema> each : schema.defaulted()) {
      JsonValue value = object.get(each.getKey());
      if (value == null || isStray(value, each.getValue())) {
        object.set(each.getKey(), copied(each.getValue()));
      }
    }
    for (Map.Entry<String, JsonValue> member : object.properties()) {
      StructuralSchema declared = declared(member.getKey(), schema);
      if (isStray(member.getValue(), declared) && hasDefault(declared)) {
        member.setValue(copied(declared));
      }
      fill(member.getValue(), declared);
    }
  }

  private void fillItems(JsonArray array, @Nullable StructuralSchema item) {
    for (int i = 0; i < array.size(); i++) {
      if (isStray(array.path(i), item) && hasDefault(item)) {
        array.set(i, copied(item));
      }
      fill(array.path(i), item);
    }
  }

  private static boolean hasDefault(@Nullable StructuralSchema schema) {
    return schema != null && schema.defaultValue() != null;
  }

  private JsonValue copied(@Nullable StructuralSchema schema) {
    changed = true;
    JsonValue value = schema == null ? null : schema.defaultValue();
    return value == null ? JsonValue.NULL : value.deepCopy();
  }
}
