package io.listwatch.objects.protobuf;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldSchema;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.ValueSchema;
import io.listwatch.objects.schema.ValueSchema.ListOf;
import io.listwatch.objects.schema.ValueSchema.MapOf;
import io.listwatch.objects.schema.ValueSchema.Scalar;
import java.math.BigDecimal;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a protobuf message to the tree of the same object in JSON.
 *
 * <p>Go writes every member that is not a pointer, even an empty one, and reads an empty one as
 * absent. So an empty value is kept only if its member is a pointer, or if JSON would contain it
 * too. Unknown members are skipped. Repeated members are merged, as protobuf requires. A message
 * has at most {@value JsonTrees#MAX_VALUES} values, like a document in JSON.
 *
 * <p>Not thread-safe: one decoder is for one message.
 */
final class MessageDecoder {
  /** Maximum nesting depth of messages: the default limit of protobuf parsers. */
  static final int MAX_DEPTH = 100;

  /** Doubles represent all integers up to this one exactly. */
  private static final double WHOLE = 1L << 53;

  private int depth;

  /**
   * Number of values so far. An empty list item takes two bytes of a body, a packed number one, but
   * many times more in a tree.
   */
  private int values;

  JsonObject decode(ObjectSchema type, WireReader message) {
    JsonObject object = new JsonObject();
    merge(MessageShape.of(type), message, object);
    return object;
  }

  private void merge(MessageShape shape, WireReader message, JsonObject into) {
    enter(shape);
    while (message.next(shape.name())) {
      FieldSchema field = shape.field(message.number());
      MessageShape nested = shape.nested(message.number());
      if (field != null) {
        member(shape, field, message, into);
      } else if (nested != null) {
        merge(nested, message.message(nested.name()), into);
      } else {
        message.skip();
      }
    }
    depth--;
  }

  private void enter(MessageShape shape) {
    if (++depth > MAX_DEPTH) {
      throw new MalformedProtobufException(
          "proto: %s: nested deeper than %d messages".formatted(shape.name(), MAX_DEPTH));
    }
    count(1);
  }

  private void count(int more) {
    values += more;
    if (values > JsonTrees.MAX_VALUES) {
      throw new MalformedProtobufException(
          "proto: more than %d values".formatted(JsonTrees.MAX_VALUES));
    }
  }

  private void member(MessageShape shape, FieldSchema field, WireReader message, JsonObject into) {
    String name = field.name();
    ValueSchema type = field.type();
    SchemaOr alternative = SchemaOr.of(shape.name(), name);
    if (type instanceof ListOf list) {
      items(list.item(), name, message, arrayIn(into, name));
    } else if (type instanceof MapOf map) {
      entry(map.value(), alternative, message.message(name), objectIn(into, name));
    } else if (!(type instanceof ObjectSchema struct)) {
      set(field, scalar((Scalar) type, name, message), into);
    } else if (alternative != null) {
      set(field, schemaOr(alternative, struct, message.message(name)), into);
    } else {
      merge(MessageShape.of(struct), message.message(name), objectIn(into, name));
    }
  }

  private static JsonArray arrayIn(JsonObject object, String name) {
    return object.get(name) instanceof JsonArray known ? known : object.putArray(name);
  }

  private static JsonObject objectIn(JsonObject object, String name) {
    return object.get(name) instanceof JsonObject known ? known : object.putObject(name);
  }

  private void set(FieldSchema field, JsonValue value, JsonObject into) {
    boolean empty =
        value.isNull() || (!field.pointer() && field.omitEmpty() && isZero(field.type(), value));
    if (empty) {
      into.remove(field.name());
    } else {
      if (field.type() instanceof Scalar scalar) {
        count(values(scalar, value));
      }
      into.set(field.name(), value);
    }
  }

  private static int values(Scalar type, JsonValue value) {
    return type == Scalar.RAW || type == Scalar.FIELDS ? JsonTrees.count(value) : 1;
  }

  /** True for zero values, except of Go structs, which are never empty. */
  private static boolean isZero(ValueSchema type, JsonValue value) {
    if (!(type instanceof Scalar scalar)) {
      return false;
    }
    return switch (scalar) {
      case STRING, BYTES -> value.textValue().isEmpty();
      case BOOL -> !value.booleanValue();
      case INT32, INT64, DOUBLE -> value.doubleValue() == 0;
      case QUANTITY, TIME, MICROTIME, INT_OR_STRING, RAW, FIELDS -> false;
    };
  }

  /** Reads one item, or packed numbers. */
  private void items(ValueSchema type, String name, WireReader message, JsonArray into) {
    boolean numbers = type == Scalar.INT32 || type == Scalar.INT64 || type == Scalar.BOOL;
    if (numbers && message.packed()) {
      WireReader packed = message.message(name);
      while (packed.hasMore()) {
        count(1);
        into.add(integer((Scalar) type, packed.readVarint()));
      }
    } else {
      into.add(element(type, name, message));
    }
  }

  private void entry(
      ValueSchema type, @Nullable SchemaOr alternative, WireReader entry, JsonObject into) {
    String key = "";
    JsonValue value = null;
    while (entry.next("entry")) {
      switch (entry.number()) {
        case 1 -> key = entry.text("mapkey");
        case 2 ->
            value =
                alternative != null && type instanceof ObjectSchema struct
                    ? schemaOr(alternative, struct, entry.message("mapvalue"))
                    : element(type, "mapvalue", entry);
        default -> entry.skip();
      }
    }
    if (value == null) {
      count(1);
      value = absent(type);
    }
    into.set(key, value);
  }

  /** Reads a list item or map value, which is kept even if it is empty. */
  private JsonValue element(ValueSchema type, String name, WireReader message) {
    if (type instanceof ObjectSchema struct) {
      return decode(struct, message.message(name));
    }
    if (type instanceof ListOf list) {
      return wrapped(list, message.message(name));
    }
    JsonValue value = scalar((Scalar) type, name, message);
    count(values((Scalar) type, value));
    return value;
  }

  /** Reads a list in a map, which protobuf wraps in a message. */
  private JsonValue wrapped(ListOf type, WireReader message) {
    count(1);
    JsonArray list = new JsonArray();
    while (message.next("ExtraValue")) {
      if (message.number() == 1) {
        items(type.item(), "items", message, list);
      } else {
        message.skip();
      }
    }
    return list;
  }

  /** Returns the value of a map entry that has only a key. */
  private static JsonValue absent(ValueSchema type) {
    if (type instanceof ObjectSchema) {
      return new JsonObject();
    }
    if (type == Scalar.STRING || type == Scalar.BYTES) {
      return JsonValue.of("");
    }
    if (type instanceof ListOf) {
      return new JsonArray();
    }
    return type == Scalar.QUANTITY ? JsonValue.of("0") : JsonValue.NULL;
  }

  private static JsonValue scalar(Scalar type, String name, WireReader message) {
    return switch (type) {
      case STRING -> JsonValue.of(message.text(name));
      case BOOL, INT32, INT64 -> integer(type, message.integer(name));
      case DOUBLE -> decimal(message.decimal(name));
      case BYTES -> JsonValue.of(Base64.getEncoder().encodeToString(message.bytes(name)));
      case QUANTITY -> SpecialMessages.quantity(message.message(name));
      case TIME -> SpecialMessages.time(message.message(name));
      case MICROTIME -> SpecialMessages.microtime(message.message(name));
      case INT_OR_STRING -> SpecialMessages.intOrString(message.message(name));
      case RAW, FIELDS -> SpecialMessages.raw(message.message(name));
    };
  }

  private static JsonValue integer(Scalar type, long value) {
    if (type == Scalar.BOOL) {
      return JsonValue.of(value != 0);
    }
    return JsonValue.of(type == Scalar.INT32 ? (int) value : value);
  }

  private static JsonValue decimal(double value) {
    if (!Double.isFinite(value)) {
      throw new MalformedProtobufException("json: unsupported value: " + value);
    }
    return value == Math.rint(value) && Math.abs(value) < WHOLE
        ? integer(Scalar.INT64, (long) value)
        : JsonValue.of(BigDecimal.valueOf(value));
  }

  private JsonValue schemaOr(SchemaOr other, ObjectSchema schema, WireReader message) {
    JsonValue one = other == SchemaOr.BOOL ? JsonValue.of(false) : JsonValue.NULL;
    JsonArray many = new JsonArray();
    while (message.next(SchemaOr.SCHEMA)) {
      int number = message.number();
      if (number == other.schemaNumber) {
        one = decode(schema, message.message("schema"));
      } else if (number > 2) {
        message.skip();
      } else if (other == SchemaOr.BOOL) {
        JsonValue allows = integer(Scalar.BOOL, message.integer("allows"));
        one = one.isObject() ? one : allows;
      } else {
        many.add(element(other == SchemaOr.LIST ? schema : Scalar.STRING, "property", message));
      }
    }
    return many.isEmpty() ? one : many;
  }
}
