package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonValue;

/** The types that a schema can ask for, and the one that a value has. */
enum JsonType {
  OBJECT("object"),
  ARRAY("array"),
  STRING("string"),
  INTEGER("integer"),
  NUMBER("number"),
  BOOLEAN("boolean"),
  /** Only as what a schema asks for: a whole number or a text. */
  INT_OR_STRING("integer,string"),
  /** Only as what a value is. */
  NULL("null"),
  /** Only as what a schema asks for: it does not say. */
  ANY("");

  private final String word;

  JsonType(String word) {
    this.word = word;
  }

  /** As schemas and messages name it. */
  String word() {
    return word;
  }

  /** The type of that name; {@link #ANY} if there is none. */
  static JsonType named(String word) {
    return switch (word) {
      case "object" -> OBJECT;
      case "array" -> ARRAY;
      case "string" -> STRING;
      case "integer" -> INTEGER;
      case "number" -> NUMBER;
      case "boolean" -> BOOLEAN;
      default -> ANY;
    };
  }

  /** What a value is. A number without a fraction is an integer, however it is spelled. */
  static JsonType of(JsonValue value) {
    return switch (value.type()) {
      case OBJECT -> OBJECT;
      case ARRAY -> ARRAY;
      case STRING -> STRING;
      case NUMBER -> value.isInLongRange() && value.isInteger() ? INTEGER : NUMBER;
      case BOOLEAN -> BOOLEAN;
      default -> NULL;
    };
  }

  /** Whether a schema that asks for this is content with a value of that type. */
  boolean admits(JsonType actual) {
    return switch (this) {
      case ANY -> true;
      case NUMBER -> actual == NUMBER || actual == INTEGER;
      case INT_OR_STRING -> actual == INTEGER || actual == STRING;
      default -> actual == this;
    };
  }
}
