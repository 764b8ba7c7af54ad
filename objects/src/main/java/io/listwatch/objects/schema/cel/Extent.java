package io.listwatch.objects.schema.cel;

import io.listwatch.objects.json.JsonValue;
import java.nio.charset.StandardCharsets;

/**
 * How large the values of a type can be, as far as its schema says; where it does not, as large as
 * a request.
 *
 * @param most how many characters or elements a value can have; what has neither has none
 * @param least how many bytes a value takes at least, in JSON
 */
record Extent(long most, long least) {
  /** What the reference lets a request have. */
  private static final long REQUEST = 3 * 1024 * 1024;

  private static final int TEXT = 2;
  private static final int LONGEST_CHARACTER = 4;

  static final Extent NUMBER = new Extent(0, 1);
  static final Extent BOOLEAN = new Extent(0, 4);
  static final Extent ANY_TEXT = new Extent(REQUEST - TEXT, TEXT);

  static Extent ofText(JsonValue schema) {
    return switch (schema.path("format").asText()) {
      case "byte" -> new Extent(length(schema, 1), TEXT);
      case "duration" -> new Extent(32, 3);
      case "date" -> new Extent(12, 12);
      case "date-time" -> new Extent(32, 21);
      default ->
          schema.path("enum").isArray() && !schema.path("maxLength").isNumber()
              ? new Extent(longest(schema.path("enum")), TEXT)
              : new Extent(length(schema, LONGEST_CHARACTER), TEXT);
    };
  }

  static Extent ofIntegerOrText(JsonValue schema) {
    return new Extent(length(schema, LONGEST_CHARACTER), 1);
  }

  private static long length(JsonValue schema, int character) {
    JsonValue max = schema.path("maxLength");
    return max.isNumber() ? Math.max(0, max.asLong()) * character : REQUEST - TEXT;
  }

  private static long longest(JsonValue values) {
    long longest = 0;
    for (JsonValue each : values) {
      longest = Math.max(longest, each.isText() ? utf8(each.textValue()) : 0);
    }
    return longest;
  }

  private static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  static Extent ofList(JsonValue schema, Extent items) {
    JsonValue max = schema.path("maxItems");
    return new Extent(
        max.isNumber() ? Math.max(0, max.asLong()) : (REQUEST - 2) / (items.least + 1), 2);
  }

  static Extent ofMap(JsonValue schema, Extent values) {
    JsonValue max = schema.path("maxProperties");
    return new Extent(
        max.isNumber() ? Math.max(0, max.asLong()) : (REQUEST - 2) / (values.least + 6), 2);
  }

  /** How many values of this type a request can have, wherever they are. */
  long countInRequest() {
    return REQUEST / (least + 1);
  }
}
