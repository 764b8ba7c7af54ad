package io.listwatch.client.operator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.MalformedException;
import io.listwatch.model.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/** Objects as trees of JSON, for edits. */
final class JsonTree {
  static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  private JsonTree() {}

  static ObjectNode of(Resource object) {
    return of(object.toByteArray());
  }

  static ObjectNode of(byte[] json) {
    try {
      if (MAPPER.readTree(json) instanceof ObjectNode tree) {
        return tree;
      }
    } catch (IOException e) {
      throw new MalformedException("an object that is not JSON: " + e.getClass().getName());
    }
    throw new MalformedException("an object that is not a JSON object");
  }

  static Resource resource(ObjectNode tree) {
    try {
      return Resource.parse(MAPPER.writeValueAsBytes(tree));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the member of that name as an object. If it is missing or of another type, puts an
   * empty object.
   */
  static ObjectNode object(ObjectNode parent, String name) {
    return parent.get(name) instanceof ObjectNode found ? found : parent.putObject(name);
  }

  /**
   * Returns the member of that name as an array. If it is missing or of another type, puts an empty
   * array.
   */
  static ArrayNode array(ObjectNode parent, String name) {
    return parent.get(name) instanceof ArrayNode found ? found : parent.putArray(name);
  }

  /** Returns a digest that does not depend on the order of members. */
  static String digest(ObjectNode tree) {
    try {
      byte[] sorted = MAPPER.writeValueAsBytes(MAPPER.convertValue(tree, Map.class));
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(sorted));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
