package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonValue;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Function;

/** Prints a JSON tree like Go's {@code %v}: {@code map[a:1 b:[x y]]}. */
public final class GoText {
  private GoText() {}

  public static String of(JsonValue value) {
    return switch (value.type()) {
      case OBJECT -> map(value, GoText::of);
      case ARRAY -> list(value, GoText::of);
      case NULL -> "<nil>";
      default -> value.asText();
    };
  }

  /**
   * Prints a JSON tree like Go's {@code %s}, which marks values that are not strings, as in {@code
   * %!s(int64=1)}.
   */
  static String asText(JsonValue value) {
    return switch (value.type()) {
      case OBJECT -> map(value, GoText::asText);
      case ARRAY -> list(value, GoText::asText);
      case NULL -> "%!s(<nil>)";
      case STRING -> value.textValue();
      default -> "%!s(" + GoNames.type(value) + "=" + value.asText() + ")";
    };
  }

  private static String map(JsonValue object, Function<JsonValue, String> spelling) {
    var text = new StringJoiner(" ", "map[", "]");
    var sorted = new TreeMap<String, JsonValue>();
    object.properties().forEach(each -> sorted.put(each.getKey(), each.getValue()));
    sorted.forEach((name, value) -> text.add(name + ":" + spelling.apply(value)));
    return text.toString();
  }

  private static String list(JsonValue array, Function<JsonValue, String> spelling) {
    var text = new StringJoiner(" ", "[", "]");
    array.forEach(each -> text.add(spelling.apply(each)));
    return text.toString();
  }
}
