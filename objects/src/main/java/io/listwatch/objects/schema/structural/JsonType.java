package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonValue;

/** The types of JSON values and schemas. */
enum JsonType {
  OBJECT("object"),
  ARRAY("array"),
  STRING("string"),
  INTEGER("integer"),
  NUMBER("number"),
  /**
   * A number so near to an integer that kube-apiserver treats it as one when it checks types, such
   * as 123456789.1; in values only.
   */
  NEAR_INTEGER("number"),
  BOOLEAN("boolean"),
  /** An integer or a string; in schemas only. */
  INT_OR_STRING("integer,string"),
  /** Null; in values only. */
  NULL("null"),
  /** No declared type; in schemas only. */
  ANY("");

  private final String word;

  JsonType(String word) {
    this.word = word;
  }

  /** Returns the name in schemas and messages. */
  String word() {
    return word;
  }

  /** Returns the type of that name; {@link #ANY} if there is none. */
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

  /**
   * Returns the type of a value in {@link io.listwatch.objects.schema.SortedForm}: 5.0 and 5e0,
   * which are 5 there, are integers.
   */
  static JsonType of(JsonValue value) {
    return switch (value.type()) {
      case OBJECT -> OBJECT;
      case ARRAY -> ARRAY;
      case STRING -> STRING;
      case NUMBER -> ofNumber(value);
      case BOOLEAN -> BOOLEAN;
      default -> NULL;
    };
  }

  private static JsonType ofNumber(JsonValue value) {
    if (value.isLong()) {
      return INTEGER;
    }
    return NumberRules.isWhole(value.doubleValue()) ? NEAR_INTEGER : NUMBER;
  }

  /** True if a schema of this type accepts a value of that type. */
  boolean admits(JsonType actual) {
    return switch (this) {
      case ANY -> true;
      case INTEGER -> actual == INTEGER || actual == NEAR_INTEGER;
      case NUMBER -> actual == NUMBER || actual == INTEGER || actual == NEAR_INTEGER;
      case INT_OR_STRING -> actual == INTEGER || actual == NEAR_INTEGER || actual == STRING;
      default -> actual == this;
    };
  }
}
