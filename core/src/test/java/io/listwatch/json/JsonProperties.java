package io.listwatch.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** This package reads the same values from a document as Jackson. */
final class JsonProperties {
  private static final JsonMapper JACKSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
  private static final List<String> PATHS =
      List.of(
          "a",
          "a.b",
          "a.b.c",
          "['a.b']",
          "['']",
          "ä",
          "['x y'].a",
          "[0]",
          "[*]",
          "a[*]",
          "[*].a",
          "a[*].b",
          "a[1].b",
          "a.b[*]",
          "[*][*]",
          "b['a.b']");

  @Property(tries = 2000)
  void cursorReadsTheSameAsJackson(@ForAll long seed) throws IOException {
    byte[] json = document(seed);
    var cursor = new JsonCursor(json);

    JsonNode read = read(cursor);

    cursor.end();
    assertThat(read).isEqualTo(normal(JACKSON.readTree(json)));
  }

  @Property(tries = 2000)
  void skippingEndsWhereReadingEnds(@ForAll long seed) {
    byte[] json = document(seed);
    var reading = new JsonCursor(json);
    var skipping = new JsonCursor(json);
    var passing = new JsonCursor(("[" + new String(json, UTF_8) + "]").getBytes(UTF_8));

    read(reading);
    skipping.skip();
    passing.enterArray();
    passing.nextElement();
    passing.pass();

    assertThat(skipping.position()).isEqualTo(reading.position());
    assertThat(skipping.ascii()).isEqualTo(reading.ascii());
    assertThat(passing.nextElement()).isFalse();
    passing.end();
  }

  @Property(tries = 2000)
  void pathFindsTheSameAsInJacksonsTree(@ForAll long seed) throws IOException {
    byte[] json = document(seed);
    JsonNode tree = JACKSON.readTree(json);
    for (String path : PATHS) {
      List<JsonNode> expected = new ArrayList<>();
      navigate(tree, JsonPath.of(path).steps(), 0, expected);

      List<String> found = JsonPath.of(path).texts(json, 0, json.length);

      assertThat(found).as(path).hasSameSizeAs(expected);
      for (int i = 0; i < found.size(); i++) {
        assertSame(found.get(i), expected.get(i));
      }
    }
  }

  private static void assertSame(String text, JsonNode node) throws IOException {
    if (node.isTextual()) {
      assertThat(text).isEqualTo(node.textValue());
    } else {
      assertThat(JACKSON.readTree(text)).isEqualTo(node);
    }
  }

  private static void navigate(
      JsonNode node, List<JsonPath.Step> steps, int index, List<JsonNode> found) {
    if (index == steps.size()) {
      if (!node.isNull()) {
        found.add(node);
      }
      return;
    }
    for (JsonNode child : children(node, steps.get(index))) {
      navigate(child, steps, index + 1, found);
    }
  }

  private static List<JsonNode> children(JsonNode node, JsonPath.Step step) {
    if (step.name != null) {
      String name = new String(step.name, UTF_8);
      return node.has(name) ? List.of(node.get(name)) : List.of();
    }
    var elements = new ArrayList<JsonNode>();
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      if (step.index == JsonPath.Step.ALL || step.index == i) {
        elements.add(node.get(i));
      }
    }
    return elements;
  }

  @Property(tries = 2000)
  void eraserLeavesTheSameAsJackson(@ForAll long seed) throws IOException {
    byte[] json = document(seed);
    for (String path : PATHS) {
      List<JsonPath.Step> steps = JsonPath.of(path).steps();
      if (steps.get(steps.size() - 1).name == null) {
        continue;
      }
      JsonNode expected = JACKSON.readTree(json);
      remove(expected, steps);

      byte[] rest = JsonEraser.without(JsonPath.of(path), json, 0, json.length);

      assertThat(JACKSON.readTree(rest)).as(path).isEqualTo(expected);
    }
  }

  private static void remove(JsonNode tree, List<JsonPath.Step> steps) {
    var parents = new ArrayList<JsonNode>();
    int last = steps.size() - 1;
    navigate(tree, steps.subList(0, last), 0, parents);
    for (JsonNode parent : parents) {
      byte[] name = steps.get(last).name;
      if (parent instanceof ObjectNode object && name != null) {
        object.remove(new String(name, UTF_8));
      }
    }
  }

  @Property(tries = 10_000)
  void acceptedDocumentsAreAcceptedByJackson(@ForAll long seed) throws IOException {
    byte[] json = new RandomJson(new Random(seed)).mutated(document(seed));
    JsonNode read;
    try {
      var cursor = new JsonCursor(json);
      read = read(cursor);
      cursor.end();
    } catch (JsonException refused) {
      assertThat(refused.offset()).isBetween(0, json.length);
      return;
    }

    assertThat(read).isEqualTo(normal(JACKSON.readTree(json)));
  }

  @Property(tries = 2000)
  void acceptsEverythingThatJacksonWrites(@ForAll long seed) throws IOException {
    byte[] json = JACKSON.writeValueAsBytes(JACKSON.readTree(document(seed)));
    var cursor = new JsonCursor(json);

    cursor.skip();

    cursor.end();
  }

  private static byte[] document(long seed) {
    return new RandomJson(new Random(seed)).value().getBytes(UTF_8);
  }

  /**
   * Builds Jackson's tree from the values of the cursor. Of a duplicate member, the last occurrence
   * counts.
   */
  private static JsonNode read(JsonCursor cursor) {
    var nodes = JsonNodeFactory.instance;
    return switch (cursor.peek()) {
      case OBJECT -> readObject(cursor, nodes.objectNode());
      case ARRAY -> readArray(cursor, nodes.arrayNode());
      case STRING -> nodes.textNode(cursor.string());
      case BOOLEAN -> nodes.booleanNode(cursor.bool());
      case NULL -> {
        cursor.skip();
        yield nodes.nullNode();
      }
      case NUMBER -> nodes.textNode("number " + number(cursor));
    };
  }

  private static JsonNode readObject(JsonCursor cursor, ObjectNode object) {
    cursor.enterObject();
    while (cursor.nextField()) {
      String name = cursor.field();
      object.set(name, read(cursor));
    }
    return object;
  }

  private static JsonNode readArray(JsonCursor cursor, ArrayNode array) {
    cursor.enterArray();
    while (cursor.nextElement()) {
      array.add(read(cursor));
    }
    return array;
  }

  private static String number(JsonCursor cursor) {
    return canonical(Double.parseDouble(String.valueOf(cursor.text(StringPool.SHARED))));
  }

  /** Jackson's integers have no negative zero. */
  private static String canonical(double number) {
    return Double.toString(number + 0.0);
  }

  /** Returns the tree with its numbers as this class reads them. */
  private static JsonNode normal(JsonNode node) {
    var nodes = JsonNodeFactory.instance;
    if (node.isNumber()) {
      return nodes.textNode("number " + canonical(node.doubleValue()));
    }
    if (node instanceof ArrayNode array) {
      var result = nodes.arrayNode();
      array.forEach(element -> result.add(normal(element)));
      return result;
    }
    if (node instanceof ObjectNode object) {
      var result = nodes.objectNode();
      object.properties().forEach(member -> result.set(member.getKey(), normal(member.getValue())));
      return result;
    }
    return node;
  }
}
