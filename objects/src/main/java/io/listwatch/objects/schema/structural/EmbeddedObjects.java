package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Visits the embedded resources ({@code x-kubernetes-embedded-resource}) in an object. */
final class EmbeddedObjects {
  private final ValuePath path = new ValuePath();
  private final BiConsumer<JsonObject, ValuePath> visitor;

  private EmbeddedObjects(BiConsumer<JsonObject, ValuePath> visitor) {
    this.visitor = visitor;
  }

  /**
   * Calls the visitor with each embedded resource and its path, outer ones first, without the root.
   */
  static void visit(
      JsonObject root, StructuralSchema schema, BiConsumer<JsonObject, ValuePath> visitor) {
    if (schema.embedding()) {
      new EmbeddedObjects(visitor).visitMembers(root, schema);
    }
  }

  private void visit(JsonValue value, @Nullable StructuralSchema schema) {
    if (schema == null || !(schema.embedded() || schema.embedding())) {
      return;
    }
    if (value instanceof JsonObject object) {
      if (schema.embedded()) {
        visitor.accept(object, path);
      }
      visitMembers(object, schema);
    } else if (value instanceof JsonArray array) {
      for (int i = 0; i < array.size(); i++) {
        path.enter(i);
        visit(array.path(i), schema.declaredItem());
        path.leave();
      }
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
}
