package io.listwatch.objects.schema.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fills in what an object lacks and its schema has a default for, and takes away nulls that are
 * neither allowed nor made good by a default. A parent that is missing is not made for the sake of
 * its members.
 */
final class Defaulting {
  private boolean changed;

  private Defaulting() {}

  /** Answers whether the object was changed. */
  static boolean complete(ObjectNode object, StructuralSchema schema) {
    var defaulting = new Defaulting();
    defaulting.dropNulls(object, schema);
    defaulting.fill(object, schema);
    return defaulting.changed;
  }

  /** Fills in what lacks alone. */
  static void fillIn(ObjectNode object, StructuralSchema schema) {
    new Defaulting().fill(object, schema);
  }

  private void dropNulls(JsonNode value, @Nullable StructuralSchema schema) {
    if (schema == null) {
      return;
    }
    if (value instanceof ObjectNode object) {
      dropNullMembers(object, schema);
    } else if (value instanceof ArrayNode array) {
      array.forEach(each -> dropNulls(each, schema.declaredItem()));
    }
  }

  private void dropNullMembers(ObjectNode object, StructuralSchema schema) {
    Iterator<Map.Entry<String, JsonNode>> members = object.properties().iterator();
    while (members.hasNext()) {
      Map.Entry<String, JsonNode> member = members.next();
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

  /** Whether it is a null where there should be none. */
  private static boolean isStray(JsonNode value, @Nullable StructuralSchema schema) {
    return value.isNull() && schema != null && !schema.nullable();
  }

  private void fill(JsonNode value, @Nullable StructuralSchema schema) {
    if (schema == null || !schema.completing()) {
      return;
    }
    if (value instanceof ObjectNode object) {
      fillObject(object, schema);
    } else if (value instanceof ArrayNode array) {
      fillItems(array, schema.declaredItem());
    }
  }

  private void fillObject(ObjectNode object, StructuralSchema schema) {
    for (Map.Entry<String, StructuralSchema> each : schema.defaulted()) {
      JsonNode value = object.get(each.getKey());
      if (value == null || isStray(value, each.getValue())) {
        object.set(each.getKey(), copied(each.getValue()));
      }
    }
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      StructuralSchema declared = declared(member.getKey(), schema);
      if (isStray(member.getValue(), declared) && hasDefault(declared)) {
        member.setValue(copied(declared));
      }
      fill(member.getValue(), declared);
    }
  }

  private void fillItems(ArrayNode array, @Nullable StructuralSchema item) {
    for (int i = 0; i < array.size(); i++) {
      if (isStray(array.get(i), item) && hasDefault(item)) {
        array.set(i, copied(item));
      }
      fill(array.get(i), item);
    }
  }

  private static boolean hasDefault(@Nullable StructuralSchema schema) {
    return schema != null && schema.defaultValue() != null;
  }

  private @Nullable JsonNode copied(@Nullable StructuralSchema schema) {
    changed = true;
    JsonNode value = schema == null ? null : schema.defaultValue();
    return value == null ? null : value.deepCopy();
  }
}
