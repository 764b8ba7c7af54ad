package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.Schema.ListType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds duplicate items of lists of type {@code set}, and duplicate keys of lists of type {@code
 * map}.
 */
final class ListIdentity {
  private final ValuePath path = new ValuePath();
  private final List<FieldError> errors = new ArrayList<>();

  private ListIdentity() {}

  static List<FieldError> check(JsonValue object, StructuralSchema schema) {
    if (!schema.identifying()) {
      return List.of();
    }
    var identity = new ListIdentity();
    identity.visit(object, schema);
    return identity.errors;
  }

  private void visit(JsonValue value, @Nullable StructuralSchema schema) {
    if (schema == null || !schema.identifying()) {
      return;
    }
    if (value instanceof JsonObject object) {
      visitMembers(object, schema);
    } else if (value instanceof JsonArray array) {
      visitItems(array, schema);
    }
  }

  private void visitMembers(JsonObject object, StructuralSchema schema) {
    for (Map.Entry<String, JsonValue> member : object.properties()) {
      StructuralSchema declared = schema.property(member.getKey());
      if (declared != null) {
        path.enter(member.getKey());
      } else {
        path.enterKey(member.getKey());
      }
      visit(member.getValue(), declared != null ? declared : schema.others().schema());
      path.leave();
    }
  }

  private void visitItems(JsonArray array, StructuralSchema schema) {
    if (schema.listType() == ListType.SET) {
      checkTwins(array);
    } else if (schema.listType() == ListType.MAP) {
      checkKeys(array, schema.keys());
    }
    for (int i = 0; i < array.size(); i++) {
      path.enter(i);
      visit(array.path(i), schema.declaredItem());
      path.leave();
    }
  }

  private void checkKeys(JsonArray array, List<String> keys) {
    JsonArray identities = new JsonArray(array.size());
    for (int i = 0; i < array.size(); i++) {
      JsonValue item = array.path(i);
      if (!item.isObject() && !item.isNull()) {
        errors.add(
            FieldError.invalid(
                at(i), Complaints.shown(item), "must be an object for an array of list-type map"));
        return;
      }
      identities.add(identity(item, keys));
    }
    checkTwins(identities);
  }

  private static JsonObject identity(JsonValue item, List<String> keys) {
    JsonObject identity = new JsonObject();
    for (String key : keys) {
      JsonValue value = item.get(key);
      if (value != null) {
        identity.set(key, value);
      }
    }
    return identity;
  }

  /** Reports each duplicate once. */
  private void checkTwins(JsonArray values) {
    var seen = new HashMap<JsonValue, Integer>();
    for (int i = 0; i < values.size(); i++) {
      if (seen.merge(values.get(i), 1, Integer::sum) == 2) {
        errors.add(
            new FieldError(
                "FieldValueDuplicate",
                at(i),
                "Duplicate value: " + FieldError.shown(Complaints.shown(values.path(i)))));
      }
    }
  }

  private String at(int index) {
    path.enter(index);
    String place = path.withKeys();
    path.leave();
    return place;
  }
}
