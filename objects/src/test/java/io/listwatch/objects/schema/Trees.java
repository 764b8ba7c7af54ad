package io.listwatch.objects.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Trees for properties: any JSON, and objects of a type. */
public final class Trees {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Trees() {}

  /** Any JSON, at most so many levels deep. */
  public static JsonNode any(Random random, int depth) {
    return switch (random.nextInt(depth == 0 ? 5 : 8)) {
      case 0 -> NODES.textNode(pick(random, "", "a", "<é>\u2028", "\uD83D\uDE80", "\n\u0001"));
      case 1 -> NODES.numberNode(random.nextLong() >> random.nextInt(64));
      case 2 -> NODES.numberNode(BigDecimal.valueOf(random.nextGaussian() * 1e9));
      case 3 -> NODES.booleanNode(random.nextBoolean());
      case 4 -> NODES.nullNode();
      case 5 -> {
        ArrayNode items = NODES.arrayNode();
        for (int i = random.nextInt(4); i > 0; i--) {
          items.add(any(random, depth - 1));
        }
        yield items;
      }
      default -> object(random, depth - 1);
    };
  }

  /** An object with any members, out of few names, at most so many levels deep. */
  public static ObjectNode object(Random random, int depth) {
    ObjectNode object = NODES.objectNode();
    for (int i = random.nextInt(4); i > 0; i--) {
      String name = pick(random, "a", "b", "c", "c/d", "é", "\uD83D\uDE80", "\uFFFD");
      object.set(name, any(random, depth));
    }
    return object;
  }

  /** An object of this type, made by chance: members there or not, empty, null, or full. */
  public static ObjectNode ofType(ObjectSchema type, Random random, int depth) {
    ObjectNode object = NODES.objectNode();
    for (FieldSchema field : type.fields()) {
      if (random.nextInt(3) == 0) {
        object.set(field.name(), value(field.type(), random, depth));
      }
    }
    return object;
  }

  private static JsonNode value(ValueSchema type, Random random, int depth) {
    if (random.nextInt(8) == 0) {
      return NODES.nullNode();
    }
    int size = depth == 0 ? 0 : random.nextInt(3);
    if (type instanceof ObjectSchema struct) {
      return depth == 0 ? NODES.objectNode() : ofType(struct, random, depth - 1);
    }
    if (type instanceof ValueSchema.ListOf list) {
      ArrayNode items = NODES.arrayNode();
      for (int i = 0; i < size; i++) {
        items.add(value(list.item(), random, depth - 1));
      }
      return items;
    }
    if (type instanceof ValueSchema.MapOf map) {
      ObjectNode members = NODES.objectNode();
      for (int i = 0; i < size; i++) {
        members.set("k" + random.nextInt(100), value(map.value(), random, depth - 1));
      }
      return members;
    }
    return scalar((ValueSchema.Scalar) type, random);
  }

  private static JsonNode scalar(ValueSchema.Scalar type, Random random) {
    return switch (type) {
      case STRING -> NODES.textNode(pick(random, "", "x", "<é>"));
      case BOOL -> NODES.booleanNode(random.nextBoolean());
      case INT32, INT64 -> NODES.numberNode(random.nextInt(3));
      case DOUBLE -> NODES.numberNode(new BigDecimal(pick(random, "0", "1.50", "1e30", "-2.0")));
      case BYTES -> NODES.textNode(pick(random, "", "AAE=", "AA\nE="));
      case QUANTITY -> NODES.textNode(pick(random, "0", "1000m", "0.5", "1024Mi", "1e3", "-1"));
      case TIME, MICROTIME ->
          NODES.textNode(
              pick(
                  random,
                  "2024-08-24T08:05:52Z",
                  "2024-08-24T10:05:52.123+02:00",
                  "0001-01-01T00:00:00Z"));
      case INT_OR_STRING ->
          random.nextBoolean() ? NODES.textNode("http") : NODES.numberNode(random.nextInt(2));
      case RAW, FIELDS -> NODES.objectNode().put("f:x", random.nextInt(3));
    };
  }

  private static String pick(Random random, String... texts) {
    return texts[random.nextInt(texts.length)];
  }

  /** The same tree with the members of its objects in another order. */
  public static JsonNode shuffled(JsonNode tree, Random random) {
    if (tree instanceof ArrayNode items) {
      ArrayNode copy = NODES.arrayNode();
      items.forEach(item -> copy.add(shuffled(item, random)));
      return copy;
    }
    if (!(tree instanceof ObjectNode object)) {
      return tree;
    }
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    Collections.shuffle(names, random);
    ObjectNode copy = NODES.objectNode();
    names.forEach(name -> copy.set(name, shuffled(object.get(name), random)));
    return copy;
  }
}
