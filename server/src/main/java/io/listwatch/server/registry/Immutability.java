package io.listwatch.server.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.schema.FieldError;
import java.util.List;

/**
 * What {@code immutable: true} means: the object's content stays as it is, and so does the word.
 */
final class Immutability {
  private Immutability() {}

  static void check(
      ObjectNode next, ObjectNode old, List<String> members, List<FieldError> errors) {
    if (!old.path("immutable").asBoolean()) {
      return;
    }
    if (!next.path("immutable").asBoolean()) {
      errors.add(refused("immutable"));
    }
    for (String member : members) {
      if (!content(next, member).equals(content(old, member))) {
        errors.add(refused(member));
      }
    }
  }

  private static JsonNode content(ObjectNode object, String member) {
    JsonNode value = object.path(member);
    return value.isEmpty() ? object.objectNode() : value;
  }

  private static FieldError refused(String member) {
    return FieldError.forbidden(member, "field is immutable when `immutable` is set");
  }
}
