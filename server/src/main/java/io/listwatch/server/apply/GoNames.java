package io.listwatch.server.apply;

import com.fasterxml.jackson.databind.JsonNode;

/** What the reference calls the kinds of JSON values when it cannot use one. */
final class GoNames {
  private GoNames() {}

  static String of(JsonNode value) {
    return switch (value.getNodeType()) {
      case ARRAY -> "array";
      case OBJECT -> "object";
      case STRING -> "string";
      case NUMBER -> "number";
      case BOOLEAN -> "bool";
      default -> "null";
    };
  }
}
