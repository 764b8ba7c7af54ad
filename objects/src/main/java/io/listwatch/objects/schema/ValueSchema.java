package io.listwatch.objects.schema;

import java.util.List;

/** The type of a value in a built-in kind. */
public sealed interface ValueSchema extends Schema {
  /** A list; all its items have one type. */
  record ListOf(ValueSchema item, ListType listType, List<String> keys) implements ValueSchema {
    public ListOf {
      keys = List.copyOf(keys);
    }

    @Override
    public Shape shape() {
      return Shape.LIST;
    }
  }

  /** A map from strings; all its values have one type. */
  record MapOf(ValueSchema value, boolean atomic) implements ValueSchema {
    @Override
    public Shape shape() {
      return Shape.MAP;
    }

    @Override
    public ValueSchema member(String name) {
      return value;
    }
  }

  /** A type of the built-in kinds with its members. */
  non-sealed interface Struct extends ValueSchema {
    @Override
    default Shape shape() {
      return Shape.STRUCT;
    }
  }

  /** What has no parts, and what is not looked into. */
  enum Scalar implements ValueSchema {
    STRING,
    BOOL,
    INT32,
    INT64,
    DOUBLE,
    /** Bytes, in base 64. */
    BYTES,
    /** An amount with a unit, as in {@code 500m} or {@code 1Gi}. */
    QUANTITY,
    /** A time in whole seconds. */
    TIME,
    /** A time in microseconds. */
    MICROTIME,
    INT_OR_STRING,
    /** Any JSON. */
    RAW,
    /** A set of fields, in the order its writer chose. */
    FIELDS;

    @Override
    public Shape shape() {
      return this == RAW || this == FIELDS ? Shape.ANY : Shape.SCALAR;
    }

    /** What anything may stand in belongs to one owner as a whole. */
    @Override
    public boolean atomic() {
      return this == RAW;
    }

    @Override
    public Schema member(String name) {
      return Schema.unknown();
    }

    @Override
    public ScalarType scalarType() {
      return switch (this) {
        case STRING, BYTES -> ScalarType.TEXT;
        case INT32, INT64, DOUBLE -> ScalarType.NUMBER;
        case BOOL -> ScalarType.BOOLEAN;
        default -> ScalarType.ANY;
      };
    }
  }
}
