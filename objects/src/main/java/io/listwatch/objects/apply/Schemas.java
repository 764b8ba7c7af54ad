package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.Schema.ListType;
import io.listwatch.objects.schema.Schema.Shape;

/** Navigates a schema along values. Where the schema is untyped, the value decides. */
final class Schemas {
  private Schemas() {}

  /** Returns the schema of a member; {@link Schema#unknown()} if it is not declared. */
  static Schema member(Schema schema, String name) {
    Schema member = schema.member(name);
    return member == null ? Schema.unknown() : member;
  }

  /** Returns the schema of the values that a step of a {@link FieldSet} leads to. */
  static Schema below(Schema schema, String step) {
    return FieldsV1.isMember(step) ? member(schema, FieldsV1.name(step)) : schema.item();
  }

  /** Returns the shape of a value. An untyped null counts as an object. */
  static Shape shape(Schema schema, JsonValue value) {
    if (schema.shape() != Shape.ANY) {
      return schema.shape();
    }
    if (value.isArray()) {
      return Shape.LIST;
    }
    return value.isObject() || value.isNull() ? Shape.ANY : Shape.SCALAR;
  }

  /** True if values of this schema are atomic: one manager owns them as a whole. */
  static boolean isWhole(Schema schema) {
    return switch (schema.shape()) {
      case STRUCT, MAP -> schema.atomic();
      case LIST -> schema.listType() == ListType.ATOMIC;
      case SCALAR, ANY -> false;
    };
  }
}
