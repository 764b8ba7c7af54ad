package io.listwatch.server.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.schema.Schema;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Drops what a type does not have, and remembers where it was. */
final class UnknownFields {
  private final List<String> paths = new ArrayList<>();

  private UnknownFields() {}

  /** The paths of what was dropped, such as {@code spec.containers[0].imag}. */
  static List<String> drop(ObjectNode object, Schema schema) {
    var unknown = new UnknownFields();
    unknown.visit(object, schema, "");
    return unknown.paths;
  }

  private void visit(JsonNode value, Schema schema, String path) {
    switch (schema.shape()) {
      case STRUCT, MAP -> {
        if (value instanceof ObjectNode object) {
          visitMembers(object, schema, path);
        }
      }
      case LIST -> {
        for (int i = 0; value.isArray() && i < value.size(); i++) {
          visit(value.get(i), schema.item(), path + "[" + i + "]");
        }
      }
      case SCALAR, ANY -> {}
    }
  }

  private void visitMembers(ObjectNode object, Schema schema, String path) {
    Iterator<Map.Entry<String, JsonNode>> members = object.properties().iterator();
    while (members.hasNext()) {
      Map.Entry<String, JsonNode> each = members.next();
      String place = path.isEmpty() ? each.getKey() : path + "." + each.getKey();
      Schema member = schema.member(each.getKey());
      if (member == null) {
        paths.add(place);
        members.remove();
      } else {
        visit(each.getValue(), member, place);
      }
    }
  }
}
