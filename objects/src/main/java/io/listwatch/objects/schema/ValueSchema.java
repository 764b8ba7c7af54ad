package io.listwatch.objects.schema;

import java.util.List;

/** A type in the type table of the built-in kinds. */
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

  /** A struct type with its members. */
  non-sealed interface Struct extends ValueSchema {
    @Override
    default Shape shape() {
      return Shape.STRUCT;
    }
  }

  /** A type without members, or whose content is opaque. */
  enum Scalar implements ValueSchema {
    STRING,
    BOOL,
    INT32,
    INT64,
    DOUBLE,
    /** Bytes, in Base64. */
    BYTES,
    /** A quantity, as in {@code 500m} or {@code 1Gi}. */
    QUANTITY,
    /** A timestamp in whole seconds. */
    TIME,
    /** A timestamp in microseconds. */
    MICROTIME,
    INT_OR_STRING,
    /** Any JSON. */
    RAW,
    /** A field set ({@code FieldsV1}), in the order of its writer. */
    FIELDS;

    @Override
    public Shape shape() {
      return this == RAW || this == FIELDS ? Shape.ANY : Shape.SCALAR;
    }

    /** Raw JSON is atomic. */
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
