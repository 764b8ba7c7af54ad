package io.listwatch.server.schema.cel;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * How large the values of a type can be, as far as its schema says; where it does not, as large as
 * a request.
 *
 * @param most how many characters, elements or members a value can have
 * @param least how many bytes a value takes at least, in JSON
 */
record Extent(long most, long least) {
  /** What the reference lets a request have. */
  private static final long REQUEST = 3 * 1024 * 1024;

  private static final int TEXT = 2;
  private static final int LONGEST_CHARACTER = 4;

  static final Extent NUMBER = new Extent(1, 1);
  static final Extent BOOLEAN = new Extent(1, 4);
  static final Extent INTEGER_OR_TEXT = new Extent(REQUEST - TEXT, 1);
  static final Extent ANY_TEXT = new Extent(REQUEST - TEXT, TEXT);

  static Extent ofText(JsonNode schema) {
    JsonNode max = schema.path("maxLength");
    String format = schema.path("format").asText();
    if (max.isNumber()) {
      long length = Math.max(0, max.asLong());
      return new Extent(format.equals("byte") ? length : LONGEST_CHARACTER * length, TEXT);
    }
    if (schema.path("enum").isArray()) {
      long longest = 0;
      for (JsonNode each : schema.path("enum")) {
        longest = Math.max(longest, each.asText().length());
      }
      return new Extent(longest, TEXT);
    }
    return switch (format) {
      case "duration" -> new Extent(32, TEXT);
      case "date" -> new Extent(12, TEXT);
      case "date-time" -> new Extent(29, TEXT);
      default -> ANY_TEXT;
    };
  }

  static Extent ofList(JsonNode schema, Extent items) {
    JsonNode max = schema.path("maxItems");
    return new Extent(
        max.isNumber() ? Math.max(0, max.asLong()) : (REQUEST - 2) / (items.least + 1), 2);
  }

  static Extent ofMap(JsonNode schema, Extent values) {
    JsonNode max = schema.path("maxProperties");
    return new Extent(
        max.isNumber() ? Math.max(0, max.asLong()) : (REQUEST - 2) / (values.least + 6), 2);
  }

  /** How many values of this type a request can have, wherever they are. */
  long countInRequest() {
    return REQUEST / (least + 1);
  }
}
