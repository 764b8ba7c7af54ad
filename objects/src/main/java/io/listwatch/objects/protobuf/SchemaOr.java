package io.listwatch.objects.protobuf;

import org.jspecify.annotations.Nullable;

/** What a member of a JSON schema may be instead of a schema: a message has a place for each. */
enum SchemaOr {
  BOOL(1, 2),
  LIST(2, 1),
  STRINGS(2, 1);

  /** The type whose members they are. */
  static final String SCHEMA = "JSONSchemaProps";

  /** The number of what is there instead. */
  final int otherNumber;

  final int schemaNumber;

  SchemaOr(int otherNumber, int schemaNumber) {
    this.otherNumber = otherNumber;
    this.schemaNumber = schemaNumber;
  }

  /** Null for what is a schema or nothing like one. */
  static @Nullable SchemaOr of(MessageShape shape, String member) {
    if (!shape.name().equals(SCHEMA)) {
      return null;
    }
    return switch (member) {
      case "additionalProperties", "additionalItems" -> BOOL;
      case "items" -> LIST;
      case "dependencies" -> STRINGS;
      default -> null;
    };
  }
}
