package io.listwatch.server.apply;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.StringJoiner;
import java.util.TreeMap;

/** A tree as Go shows one to people: {@code map[a:1 b:[x y]]}. */
public final class GoText {
  private GoText() {}

  public static String of(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> map(value);
      case ARRAY -> list(value);
      case NULL -> "<nil>";
      default -> value.asText();
    };
  }

  private static String map(JsonNode object) {
    var text = new StringJoiner(" ", "map[", "]");
    var sorted = new TreeMap<String, JsonNode>();
    object.properties().forEach(each -> sorted.put(each.getKey(), each.getValue()));
    sorted.forEach((name, value) -> text.add(name + ":" + of(value)));
    return text.toString();
  }

  private static String list(JsonNode array) {
    var text = new StringJoiner(" ", "[", "]");
    array.forEach(each -> text.add(of(each)));
    return text.toString();
  }
}
