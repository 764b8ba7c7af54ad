package io.listwatch.objects.schema.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.JsonTrees;
import io.listwatch.objects.schema.Schema.ListType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds values of sets, and keys of lists that are maps, that are there more than once. */
final class ListIdentity {
  private final ValuePath path = new ValuePath();
  private final List<FieldError> errors = new ArrayList<>();

  private ListIdentity() {}

  static List<FieldError> check(JsonNode object, StructuralSchema schema) {
    if (!schema.identifying()) {
      return List.of();
    }
    var identity = new ListIdentity();
    identity.visit(object, schema);
    return identity.errors;
  }

  private void visit(JsonNode value, @Nullable StructuralSchema schema) {
    if (schema == null || !schema.identifying()) {
      return;
    }
    if (value instanceof ObjectNode object) {
      visitMembers(object, schema);
    } else if (value instanceof ArrayNode array) {
      visitItems(array, schema);
    }
  }

  private void visitMembers(ObjectNode object, StructuralSchema schema) {
    for (Map.Entry<String, JsonNode> member : object.properties()) {
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

  private void visitItems(ArrayNode array, StructuralSchema schema) {
    if (schema.listType() == ListType.SET) {
      checkTwins(array);
    } else if (schema.listType() == ListType.MAP) {
      checkKeys(array, schema.keys());
    }
    for (int i = 0; i < array.size(); i++) {
      path.enter(i);
      visit(array.get(i), schema.declaredItem());
      path.leave();
    }
  }

  private void checkKeys(ArrayNode array, List<String> keys) {
    ArrayNode identities = JsonNodeFactory.instance.arrayNode(array.size());
    for (int i = 0; i < array.size(); i++) {
      JsonNode item = array.get(i);
      if (!item.isObject() && !item.isNull()) {
        errors.add(
            FieldError.invalid(
                at(i), shown(item), "must be an object for an array of list-type map"));
        return;
      }
      identities.add(identity(item, keys));
    }
    checkTwins(identities);
  }

  private static ObjectNode identity(JsonNode item, List<String> keys) {
    ObjectNode identity = JsonNodeFactory.instance.objectNode();
    for (String key : keys) {
      JsonNode value = item.get(key);
      if (value != null) {
        identity.set(key, value);
      }
    }
    return identity;
  }

  /** Each value that is there again is told of once. */
  private void checkTwins(ArrayNode values) {
    var seen = new HashMap<JsonNode, Integer>();
    for (int i = 0; i < values.size(); i++) {
      if (seen.merge(values.get(i), 1, Integer::sum) == 2) {
        errors.add(
            new FieldError(
                "FieldValueDuplicate", at(i), "Duplicate value: " + shown(values.get(i))));
      }
    }
  }

  private String at(int index) {
    path.enter(index);
    String place = path.withKeys();
    path.leave();
    return place;
  }

  private static String shown(JsonNode value) {
    return JsonTrees.write(value);
  }
}
