package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.Schema.ListType;
import io.listwatch.objects.schema.Schema.Shape;

/** Follows a schema into values, where it says nothing by what the values look like. */
final class Schemas {
  private Schemas() {}

  /** What is known about a member; what nobody knows about is unknown, not absent. */
  static Schema member(Schema schema, String name) {
    Schema member = schema.member(name);
    return member == null ? Schema.unknown() : member;
  }

  /** Returns the schema of the values that a step of a {@link FieldSet} leads to. */
  static Schema below(Schema schema, String step) {
    return FieldsV1.isMember(step) ? member(schema, FieldsV1.name(step)) : schema.item();
  }

  /** The shape of a value. A null where anything may be counts as an object. */
  static Shape shape(Schema schema, JsonValue value) {
    if (schema.shape() != Shape.ANY) {
      return schema.shape();
    }
    if (value.isArray()) {
      return Shape.LIST;
    }
    return value.isObject() || value.isNull() ? Shape.ANY : Shape.SCALAR;
  }

  /** Whether values of this schema have one owner, whatever they look like. */
  static boolean isWhole(Schema schema) {
    return switch (schema.shape()) {
      case STRUCT, MAP -> schema.atomic();
      case LIST -> schema.listType() == ListType.ATOMIC;
      case SCALAR, ANY -> false;
    };
  }
}
