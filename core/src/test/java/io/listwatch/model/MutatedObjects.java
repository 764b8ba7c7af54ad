package io.listwatch.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Changes objects as clients do: adds, changes and removes values, members and items. */
public final class MutatedObjects {
  private static final ObjectMapper JACKSON = new ObjectMapper();

  private MutatedObjects() {}

  /** Returns the object with a few changes and a new version. */
  public static byte[] mutate(byte[] json, Random random) {
    ObjectNode object = read(json);
    for (int i = random.nextInt(6); i >= 0; i--) {
      change(object, random);
    }
    return written(object, random);
  }

  /** Returns the object with one changed value and a new version. */
  public static byte[] mutateOne(byte[] json, Random random) {
    ObjectNode object = read(json);
    var texts = new ArrayList<ObjectNode>();
    collect(object, texts);
    ObjectNode parent = texts.get(random.nextInt(texts.size()));
    String name = parent.fieldNames().next();
    if (parent.get(name).isTextual() && !name.equals("name")) {
      parent.put(name, parent.get(name).asText() + random.nextInt(100));
    }
    return written(object, random);
  }

  private static ObjectNode read(byte[] json) {
    try {
      return (ObjectNode) JACKSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] written(ObjectNode object, Random random) {
    ((ObjectNode) object.get("metadata"))
        .put("resourceVersion", "" + (200_000 + random.nextInt(9)));
    return object.toString().getBytes(UTF_8);
  }

  private static void collect(JsonNode node, List<ObjectNode> objects) {
    if (node instanceof ObjectNode object && !object.isEmpty()) {
      objects.add(object);
    }
    node.forEach(child -> collect(child, objects));
  }

  private static void change(ObjectNode object, Random random) {
    JsonNode node = object.get(random.nextBoolean() ? "status" : "spec");
    while (true) {
      JsonNode child = child(node, random);
      if (child == null || !child.isContainerNode() || child.isEmpty() || random.nextInt(4) == 0) {
        break;
      }
      node = child;
    }
    if (node instanceof ArrayNode array) {
      changeItem(array, random);
    } else if (node instanceof ObjectNode parent) {
      changeMember(parent, random);
    }
  }

  private static @Nullable JsonNode child(JsonNode node, Random random) {
    var children = new ArrayList<JsonNode>();
    node.forEach(children::add);
    return children.isEmpty() ? null : children.get(random.nextInt(children.size()));
  }

  private static void changeItem(ArrayNode array, Random random) {
    int size = array.size();
    switch (random.nextInt(4)) {
      case 0 -> array.insert(random.nextInt(size + 1), text(random));
      case 1 -> array.remove(random.nextInt(size + 1));
      case 2 -> {
        if (size > 0) {
          array.insert(random.nextInt(size), array.get(random.nextInt(size)).deepCopy());
        }
      }
      default -> {
        if (size > 0) {
          array.add(array.remove(random.nextInt(size)));
        }
      }
    }
  }

  private static void changeMember(ObjectNode object, Random random) {
    var names = new ArrayList<String>();
    object.fieldNames().forEachRemaining(names::add);
    String name = names.isEmpty() ? "new" : names.get(random.nextInt(names.size()));
    switch (random.nextInt(3)) {
      case 0 -> object.set(name, text(random));
      case 1 -> object.remove(name);
      default -> object.put(name + random.nextInt(3), random.nextBoolean());
    }
  }

  private static TextNode text(Random random) {
    return TextNode.valueOf("é\"\\<€😀".substring(0, random.nextInt(4)) + random.nextInt(1000));
  }
}
