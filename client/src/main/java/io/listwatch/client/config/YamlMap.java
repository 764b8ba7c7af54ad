package io.listwatch.client.config;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/**
 * A map of a YAML document, read by name. Every scalar is text, as it was written: a token of
 * digits stays that token.
 *
 * @param place where in the document it is, for messages
 */
record YamlMap(String place, Map<?, ?> values) {
  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setLabel("kubeconfig").setSchema(new FailsafeSchema()).build();

  static YamlMap parse(String source, String yaml) {
    try {
      // A text without any document, which is an empty file, has no map in it either.
      Iterator<Object> documents = new Load(SETTINGS).loadAllFromString(yaml).iterator();
      return documents.hasNext() ? of(source, documents.next()) : new YamlMap(source, Map.of());
    } catch (YamlEngineException e) {
      throw new IllegalArgumentException(source + ": " + e.getMessage(), e);
    }
  }

  private static YamlMap of(String place, @Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return new YamlMap(place, map);
    }
    throw new IllegalArgumentException(place + ": " + kind(value) + " (expected: a map)");
  }

  private static String kind(@Nullable Object value) {
    return value instanceof List ? "a list" : value instanceof Map ? "a map" : "text";
  }

  /** What is there, as text; empty if nothing is. */
  String text(String name) {
    Object value = values.get(name);
    if (value == null || isNull(value)) {
      return "";
    }
    if (value instanceof String text) {
      return text;
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

  /** The map that is there; an empty one if nothing is. */
  YamlMap map(String name) {
    return has(name) ? of(place + "." + name, values.get(name)) : new YamlMap(place, Map.of());
  }

  /** The maps that are there. */
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

  /** Plain words for nothing. What is quoted cannot be told from them, and means nothing either. */
  private static boolean isNull(Object value) {
    return value.equals("") || value.equals("~") || value.equals("null");
  }
}
