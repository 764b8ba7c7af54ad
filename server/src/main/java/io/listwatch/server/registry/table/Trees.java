package io.listwatch.server.registry.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Reads objects, or parts of them, as trees, and asks trees for what may be missing in them. */
final class Trees {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private Trees() {}

  static JsonNode of(Resource object) {
    try {
      return MAPPER.readTree(object.toByteArray());
    } catch (IOException notJson) {
      throw new UncheckedIOException(notJson);
    }
  }

  /** What is at a place of the object; a missing node if nothing is. */
  static JsonNode at(Resource object, JsonPath path) {
    try {
      String json = object.text(path).orElse("");
      return json.isEmpty() ? MissingNode.getInstance() : MAPPER.readTree(json);
    } catch (JsonProcessingException notAnObject) {
      return MissingNode.getInstance();
    }
  }

  /** The text at a place, in steps; empty if there is none. */
  static String text(JsonNode node, String... steps) {
    return in(node, steps).asText("");
  }

  static JsonNode in(JsonNode node, String... steps) {
    JsonNode found = node;
    for (String step : steps) {
      found = found.path(step);
    }
    return found;
  }

  /** The elements of an array, or the values of an object. */
  static List<JsonNode> elements(JsonNode node) {
    var elements = new ArrayList<JsonNode>(node.size());
    node.forEach(elements::add);
    return elements;
  }

  /** A word in the place of an empty text. */
  static String or(String text, String otherwise) {
    return text.isEmpty() ? otherwise : text;
  }
}
