package io.listwatch.objects.protobuf;

import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.ValueSchema;
import io.listwatch.objects.schema.ValueSchema.ListOf;
import io.listwatch.objects.schema.ValueSchema.MapOf;
import io.listwatch.objects.schema.ValueSchema.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Writes values of one type as fields of a message.
 *
 * <p>Thread-safe: a plan that is not known yet is looked up on first use, because types can be
 * recursive; racing threads find equal ones.
 */
final class PlanValue {
  static final int VARINT = 0;
  static final int FIXED64 = 1;
  static final int LENGTH = 2;

  /** A member that has no number. */
  static final PlanValue SKIPPED = new PlanValue(Form.SKIPPED, null, null);

  /** The start of a nested message that JSON inlines. */
  static final PlanValue INLINE = new PlanValue(Form.INLINE, null, null);

  /** The forms that values have in JSON and on the wire. */
  enum Form {
    SKIPPED,
    INLINE,
    STRING,
    BOOL,
    INTEGER,
    DOUBLE,
    BYTES,
    QUANTITY,
    TIME,
    MICROTIME,
    INT_OR_STRING,
    RAW,
    MESSAGE,
    /** Members that can be a schema, or else a bool, a list of schemas, or a list of strings. */
    SCHEMA_OR_BOOL,
    SCHEMA_OR_LIST,
    SCHEMA_OR_STRINGS,
    /** A repeated field. */
    LIST,
    /** A list in a map, which protobuf wraps in a message. */
    WRAPPED,
    MAP
  }

  final Form form;

  /** The type of a message, including the message of a schema. */
  private final @Nullable ObjectSchema type;

  private @Nullable MessagePlan plan;

  /** The items of a list, the values of a map. */
  private final @Nullable PlanValue item;

  private PlanValue(Form form, @Nullable ObjectSchema type, @Nullable PlanValue item) {
    this.form = form;
    this.type = type;
    this.item = item;
  }

  static PlanValue of(ValueSchema type, @Nullable SchemaOr alternative) {
    if (type instanceof ListOf list) {
      return new PlanValue(Form.LIST, null, of(list.item(), null));
    }
    if (type instanceof MapOf map) {
      return new PlanValue(Form.MAP, null, mapValue(map.value(), alternative));
    }
    if (type instanceof ObjectSchema struct) {
      return alternative == null
          ? new PlanValue(Form.MESSAGE, struct, null)
          : alternative(alternative, struct);
    }
    return new PlanValue(form((Scalar) type), null, null);
  }

  private static PlanValue mapValue(ValueSchema type, @Nullable SchemaOr alternative) {
    return type instanceof ListOf list
        ? new PlanValue(Form.WRAPPED, null, of(list.item(), null))
        : of(type, alternative);
  }

  private static PlanValue alternative(SchemaOr alternative, ObjectSchema schema) {
    return switch (alternative) {
      case BOOL -> new PlanValue(Form.SCHEMA_OR_BOOL, schema, null);
      case LIST -> new PlanValue(Form.SCHEMA_OR_LIST, schema, of(schema, null));
      case STRINGS -> new PlanValue(Form.SCHEMA_OR_STRINGS, schema, of(Scalar.STRING, null));
    };
  }

  private static Form form(Scalar scalar) {
    return switch (scalar) {
      case STRING -> Form.STRING;
      case BOOL -> Form.BOOL;
      case INT32, INT64 -> Form.INTEGER;
      case DOUBLE -> Form.DOUBLE;
      case BYTES -> Form.BYTES;
      case QUANTITY -> Form.QUANTITY;
      case TIME -> Form.TIME;
      case MICROTIME -> Form.MICROTIME;
      case INT_OR_STRING -> Form.INT_OR_STRING;
      case RAW, FIELDS -> Form.RAW;
    };
  }

  int wireType() {
    return switch (form) {
      case BOOL, INTEGER -> VARINT;
      case DOUBLE -> FIXED64;
      case LIST -> item().wireType();
      default -> LENGTH;
    };
  }

  /** True if Go writes an empty member of this type that is not a pointer. */
  boolean alwaysWritten() {
    return switch (form) {
      case LIST, MAP, BYTES, SKIPPED -> false;
      default -> true;
    };
  }

  PlanValue item() {
    if (item == null) {
      throw new IllegalStateException("form: %s (expected: one with items)".formatted(form));
    }
    return item;
  }

  MessagePlan plan() {
    MessagePlan known = plan;
    if (known == null) {
      if (type == null) {
        throw new IllegalStateException("form: %s (expected: a message)".formatted(form));
      }
      known = MessagePlan.of(type);
      plan = known;
    }
    return known;
  }
}
