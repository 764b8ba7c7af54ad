package io.listwatch.objects.schema.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Visits the objects with a kind and metadata of their own that an object holds within itself. */
final class EmbeddedObjects {
  private final ValuePath path = new ValuePath();
  private final BiConsumer<ObjectNode, ValuePath> visitor;

  private EmbeddedObjects(BiConsumer<ObjectNode, ValuePath> visitor) {
    this.visitor = visitor;
  }

  /** Shows the visitor every one of them with its place, outer ones first, but not the root. */
  static void visit(
      ObjectNode root, StructuralSchema schema, BiConsumer<ObjectNode, ValuePath> visitor) {
    if (schema.embedding()) {
      new EmbeddedObjects(visitor).visitMembers(root, schema);
    }
  }

  private void visit(JsonNode value, @Nullable StructuralSchema schema) {
    if (schema == null || !(schema.embedded() || schema.embedding())) {
      return;
    }
    if (value instanceof ObjectNode object) {
      if (schema.embedded()) {
        visitor.accept(object, path);
      }
      visitMembers(object, schema);
    } else if (value instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        path.enter(i);
        visit(array.get(i), schema.declaredItem());
        path.leave();
      }
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
}
