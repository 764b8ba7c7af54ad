package io.listwatch.objects.schema.cel;

import io.listwatch.objects.json.JsonValue;
import java.nio.charset.StandardCharsets;

/**
 * The size limits of a type's values. Where the schema has none, the limit of a request's size
 * applies.
 *
 * @param most the maximum number of characters or elements; 0 for other types
 * @param least the minimum number of bytes in JSON
 */
record Extent(long most, long least) {
  /** kube-apiserver's limit for a request, in bytes. */
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

  /** Returns the maximum number of values of this type in a request. */
  long countInRequest() {
    return REQUEST / (least + 1);
  }
}
