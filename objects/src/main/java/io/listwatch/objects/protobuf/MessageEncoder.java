package io.listwatch.objects.protobuf;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldSchema;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.ValueSchema;
import io.listwatch.objects.schema.ValueSchema.ListOf;
import io.listwatch.objects.schema.ValueSchema.MapOf;
import io.listwatch.objects.schema.ValueSchema.Scalar;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the tree of an object as a protobuf message: the reverse of {@link MessageDecoder}.
 *
 * <p>Writes exactly the members that JSON has. Go also writes empty members that are not pointers,
 * but reads an absent one as empty. Unknown members have no number and are left out.
 *
 * <p>Not thread-safe: one encoder is for one message.
 */
final class MessageEncoder {
  private final WireWriter out = new WireWriter();

  /**
   * Encodes an object.
   *
   * @throws MalformedProtobufException if a value does not have its declared type
   */
  byte[] encode(ObjectSchema type, JsonValue object) {
    members(MessageShape.of(type), object);
    return out.toByteArray();
  }

  private void members(MessageShape shape, JsonValue object) {
    for (int number : shape.numbersFromLast()) {
      FieldSchema field = shape.field(number);
      MessageShape nested = shape.nested(number);
      if (field != null) {
        JsonValue value = object.get(field.name());
        if (value != null && !value.isNull()) {
          member(number, shape, field, value);
        }
      } else if (nested != null) {
        inline(number, nested, object);
      }
    }
  }

  /** Writes a nested message that JSON inlines, if it has any members. */
  private void inline(int number, MessageShape nested, JsonValue object) {
    int end = out.size();
    members(nested, object);
    if (out.size() > end) {
      out.message(number, end);
    }
  }

  private void member(int number, MessageShape shape, FieldSchema field, JsonValue value) {
    ValueSchema type = field.type();
    SchemaOr alternative = SchemaOr.of(shape, field.name());
    if (type instanceof ListOf list) {
      items(number, list.item(), value);
    } else if (type instanceof MapOf map) {
      entries(number, map.value(), alternative, value);
    } else {
      element(number, type, alternative, value);
    }
  }

  private void items(int number, ValueSchema type, JsonValue list) {
    for (int i = list.size() - 1; i >= 0; i--) {
      element(number, type, null, list.path(i));
    }
  }

  private void entries(
      int number, ValueSchema type, @Nullable SchemaOr alternative, JsonValue map) {
    List<Map.Entry<String, JsonValue>> entries = new ArrayList<>(map.properties());
    Collections.reverse(entries);
    for (Map.Entry<String, JsonValue> entry : entries) {
      int end = out.size();
      // A null list, as opposed to an empty one, is not written.
      if (!(type instanceof ListOf && entry.getValue().isNull())) {
        element(2, type, alternative, entry.getValue());
      }
      out.text(1, entry.getKey());
      out.message(number, end);
    }
  }

  private void element(
      int number, ValueSchema type, @Nullable SchemaOr alternative, JsonValue value) {
    int end = out.size();
    if (type instanceof Scalar scalar) {
      scalar(number, scalar, value);
    } else if (alternative != null && type instanceof ObjectSchema schema) {
      schemaOr(alternative, schema, value);
      out.message(number, end);
    } else if (type instanceof ObjectSchema struct) {
      members(MessageShape.of(struct), value);
      out.message(number, end);
    } else if (type instanceof ListOf list) {
      // Protobuf has no lists in maps: a message wraps the list.
      items(1, list.item(), value);
      out.message(number, end);
    }
  }

  private void schemaOr(SchemaOr other, ObjectSchema schema, JsonValue value) {
    if (value instanceof JsonObject) {
      element(other.schemaNumber, schema, null, value);
      if (other == SchemaOr.BOOL) {
        out.integer(other.otherNumber, 1);
      }
    } else if (other == SchemaOr.BOOL) {
      out.integer(other.otherNumber, value.asBoolean() ? 1 : 0);
    } else {
      items(other.otherNumber, other == SchemaOr.LIST ? schema : Scalar.STRING, value);
    }
  }

  private void scalar(int number, Scalar type, JsonValue value) {
    switch (type) {
      case STRING -> out.text(number, text(value));
      case BOOL -> out.integer(number, value.asBoolean() ? 1 : 0);
      case INT32, INT64 -> out.integer(number, value.asLong());
      case DOUBLE -> out.decimal(number, value.doubleValue());
      case BYTES -> out.bytes(number, base64(text(value)));
      case QUANTITY, TIME, MICROTIME, INT_OR_STRING, RAW, FIELDS -> special(number, type, value);
    }
  }

  private static String text(JsonValue value) {
    return value.isNull() ? "" : value.asText();
  }

  private static byte[] base64(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new MalformedProtobufException("bytes: malformed Base64", e);
    }
  }

  /** Writes types that are messages in protobuf but not objects in JSON. */
  private void special(int number, Scalar type, JsonValue value) {
    int end = out.size();
    switch (type) {
      case QUANTITY -> out.text(1, value.isNull() ? "0" : value.asText());
      case TIME, MICROTIME -> time(value);
      case INT_OR_STRING -> intOrString(value);
      default -> out.bytes(1, JsonTrees.write(value).getBytes(UTF_8));
    }
    out.message(number, end);
  }

  /** Writes an empty message for a null time. */
  private void time(JsonValue value) {
    if (value.isNull()) {
      return;
    }
    try {
      Instant time = OffsetDateTime.parse(value.asText()).toInstant();
      long seconds = time.getEpochSecond();
      int nanos = time.getNano();
      if (nanos != 0) {
        out.integer(2, nanos);
      }
      out.integer(1, seconds);
    } catch (DateTimeException e) {
      throw new MalformedProtobufException("time: not in RFC 3339 format", e);
    }
  }

  private void intOrString(JsonValue value) {
    if (value.isText()) {
      out.text(3, value.asText());
      out.integer(1, 1);
    } else {
      out.integer(2, value.asInt());
      out.integer(1, 0);
    }
  }
}
