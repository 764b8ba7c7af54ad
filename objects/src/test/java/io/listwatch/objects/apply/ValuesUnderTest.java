package io.listwatch.objects.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.Schema.ListType;
import java.util.List;
import java.util.Random;

/** Makes values of a schema by chance, of few words, so that they meet. */
final class ValuesUnderTest {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final List<String> NAMES = List.of("x", "y", "z");

  private final Random random;

  /** Whether some values are null, and some maps and lists empty. */
  private final boolean empties;

  ValuesUnderTest(Random random, boolean empties) {
    this.random = random;
    this.empties = empties;
  }

  ObjectNode object(Schema struct) {
    return (ObjectNode) full(struct);
  }

  private JsonNode any(Schema schema) {
    if (empties && random.nextInt(12) == 0) {
      return switch (random.nextBoolean() ? schema.shape() : Schema.Shape.SCALAR) {
        case STRUCT, MAP, ANY -> NODES.objectNode();
        case LIST -> NODES.arrayNode();
        case SCALAR -> NODES.nullNode();
      };
    }
    return full(schema);
  }

  private JsonNode full(Schema schema) {
    return switch (schema.shape()) {
      case STRUCT -> struct(schema);
      case MAP -> map(schema);
      case LIST -> list(schema);
      case SCALAR -> word();
      case ANY -> random.nextBoolean() ? word() : NODES.objectNode().set("u", word());
    };
  }

  private JsonNode word() {
    return NODES.textNode(NAMES.get(random.nextInt(NAMES.size())));
  }

  private ObjectNode struct(Schema schema) {
    ObjectNode object = NODES.objectNode();
    for (String name : List.of("a", "b", "c", "v")) {
      Schema member = schema.member(name);
      if (member != null && random.nextInt(3) > 0) {
        object.set(name, any(member));
      }
    }
    if (object.isEmpty()) {
      String name = schema.declares("a") ? "a" : "v";
      object.set(name, full(Schemas.member(schema, name)));
    }
    return object;
  }

  private ObjectNode map(Schema schema) {
    ObjectNode object = NODES.objectNode();
    for (String name : NAMES) {
      if (random.nextBoolean()) {
        object.set(name, any(Schemas.member(schema, name)));
      }
    }
    return object.isEmpty() ? object.set("x", full(Schemas.member(schema, "x"))) : object;
  }

  private ArrayNode list(Schema schema) {
    ArrayNode list = NODES.arrayNode();
    for (String name : NAMES) {
      if (random.nextBoolean() || (list.isEmpty() && name.equals("z"))) {
        list.insert(random.nextInt(list.size() + 1), item(schema, name));
      }
    }
    return list;
  }

  private JsonNode item(Schema schema, String name) {
    if (schema.listType() == ListType.MAP) {
      return random.nextInt(3) == 0
          ? NODES.objectNode().put("k", name)
          : struct(schema.item()).put("k", name);
    }
    return schema.listType() == ListType.SET ? NODES.textNode(name) : full(schema.item());
  }
}
