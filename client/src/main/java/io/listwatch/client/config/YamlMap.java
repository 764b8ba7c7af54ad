package io.listwatch.client.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.config.WrittenScalars.Written;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * A mapping of a YAML document with access by name. Scalars can be read as they were written.
 *
 * @param place its path in the document, for messages
 */
record YamlMap(String place, Map<String, ?> values) {
  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setLabel("kubeconfig").setSchema(new WrittenScalars()).build();

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Maximum depth: through aliases a document may contain itself. */
  private static final int MAX_DEPTH = 100;

  static YamlMap parse(String source, String yaml) {
    try {
      // An empty file has no document.
      Iterator<Object> documents = new Load(SETTINGS).loadAllFromString(yaml).iterator();
      return documents.hasNext() ? of(source, documents.next()) : new YamlMap(source, Map.of());
    } catch (YamlEngineException e) {
      throw new IllegalArgumentException(source + ": " + e.getMessage(), e);
    }
  }

  private static YamlMap of(String place, @Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      var named = new LinkedHashMap<String, Object>();
      map.forEach((name, each) -> named.put(String.valueOf(name), each));
      return new YamlMap(place, named);
    }
    throw new IllegalArgumentException(place + ": " + kind(value) + " (expected: a map)");
  }

  private static String kind(@Nullable Object value) {
    return value instanceof List ? "a list" : value instanceof Map ? "a map" : "text";
  }

  /** Returns the names of all members. */
  Set<String> names() {
    return values.keySet();
  }

  /** Returns a member as a string; empty if it is missing. */
  String text(String name) {
    Object value = values.get(name);
    if (value == null || isNull(value)) {
      return "";
    }
    if (value instanceof String || value instanceof Written) {
      return value.toString();
    }
    throw new IllegalArgumentException(
        "%s.%s: %s (expected: text)".formatted(place, name, kind(value)));
  }

  boolean flag(String name) {
    String text = text(name);
    return switch (text) {
      case "true", "True", "TRUE" -> true;
      case "", "false", "False", "FALSE" -> false;
      default ->
          throw new IllegalArgumentException(
              "%s.%s: '%s' (expected: true or false)".formatted(place, name, text));
    };
  }

  boolean has(String name) {
    Object value = values.get(name);
    return value != null && !isNull(value);
  }

  /** Returns a member as a map; empty if it is missing. */
  YamlMap map(String name) {
    return has(name) ? of(place + "." + name, values.get(name)) : new YamlMap(place, Map.of());
  }

  /** Returns a member as a list of maps. */
  List<YamlMap> maps(String name) {
    var maps = new ArrayList<YamlMap>();
    for (Object value : list(name)) {
      maps.add(of("%s.%s[%d]".formatted(place, name, maps.size()), value));
    }
    return maps;
  }

  List<String> texts(String name) {
    return list(name).stream().map(String::valueOf).toList();
  }

  private List<?> list(String name) {
    if (!has(name)) {
      return List.of();
    }
    if (values.get(name) instanceof List<?> list) {
      return list;
    }
    throw new IllegalArgumentException(
        "%s.%s: %s (expected: a list)".formatted(place, name, kind(values.get(name))));
  }

  /** Returns a member as JSON. */
  JsonNode json(String name) {
    return json(name, values.get(name), MAX_DEPTH);
  }

  private JsonNode json(String name, @Nullable Object value, int depth) {
    if (depth == 0) {
      throw new IllegalArgumentException(
          "%s.%s: too deep (expected: at most %d levels)".formatted(place, name, MAX_DEPTH));
    }
    if (value instanceof Map<?, ?> map) {
      ObjectNode object = JSON.createObjectNode();
      map.forEach((key, each) -> object.set(String.valueOf(key), json(name, each, depth - 1)));
      return object;
    }
    if (value instanceof List<?> list) {
      ArrayNode array = JSON.createArrayNode();
      list.forEach(each -> array.add(json(name, each, depth - 1)));
      return array;
    }
    return JSON.valueToTree(value instanceof Written scalar ? scalar.meaning() : value);
  }

  /** Null, or an empty string. */
  private static boolean isNull(Object value) {
    return value.equals("") || (value instanceof Written scalar && scalar.meaning() == null);
  }
}
