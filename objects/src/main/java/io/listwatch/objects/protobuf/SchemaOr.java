package io.listwatch.objects.protobuf;

import org.jspecify.annotations.Nullable;

/**
 * The alternatives to a schema in members such as {@code JSONSchemaPropsOrBool}, which are messages
 * with a field for each alternative.
 */
enum SchemaOr {
  BOOL(1, 2),
  LIST(2, 1),
  STRINGS(2, 1);

  /** The type whose members can have these alternatives. */
  static final String SCHEMA = "JSONSchemaProps";

  /** The number of the field with the alternative to the schema. */
  final int otherNumber;

  final int schemaNumber;

  SchemaOr(int otherNumber, int schemaNumber) {
    this.otherNumber = otherNumber;
    this.schemaNumber = schemaNumber;
  }

  /**
   * Returns the alternatives of a member; null if it has none.
   *
   * @param type the type's name without its package
   */
  static @Nullable SchemaOr of(String type, String member) {
    if (!type.equals(SCHEMA)) {
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
