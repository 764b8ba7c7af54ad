package io.listwatch.server.registry.openapi;

import io.listwatch.objects.json.JsonValue;
import java.util.Map;

/** Writes schemas as gnostic's protobuf message {@code openapi.v2.Schema}. */
final class ProtobufSchemas {
  private ProtobufSchemas() {}

  /** Returns the message of named schemas: properties or all definitions. */
  static MessageFields named(Map<String, ? extends JsonValue> schemas) {
    var message = new MessageFields();
    schemas.forEach(
        (name, schema) ->
            message.message(1, new MessageFields().text(1, name).message(2, schema(schema))));
    return message;
  }

  static MessageFields schema(JsonValue schema) {
    var message = new MessageFields();
    for (Map.Entry<String, JsonValue> each : schema.properties()) {
      write(each.getKey(), each.getValue(), message);
    }
    return message;
  }

  private static void write(String keyword, JsonValue value, MessageFields message) {
    switch (keyword) {
      case "$ref" -> message.text(1, value.asText());
      case "format" -> message.text(2, value.asText());
      case "title" -> message.text(3, value.asText());
      case "description" -> message.text(4, value.asText());
      case "default" -> message.message(5, any(value));
      case "multipleOf" -> message.number(6, value.doubleValue());
      case "maximum" -> message.number(7, value.doubleValue());
      case "exclusiveMaximum" -> message.flag(8, value.asBoolean());
      case "minimum" -> message.number(9, value.doubleValue());
      case "exclusiveMinimum" -> message.flag(10, value.asBoolean());
      case "maxLength" -> message.number(11, value.asLong());
      case "minLength" -> message.number(12, value.asLong());
      case "pattern" -> message.text(13, value.asText());
      case "maxItems" -> message.number(14, value.asLong());
      case "minItems" -> message.number(15, value.asLong());
      case "uniqueItems" -> message.flag(16, value.asBoolean());
      case "maxProperties" -> message.number(17, value.asLong());
      case "minProperties" -> message.number(18, value.asLong());
      case "required" -> value.forEach(name -> message.element(19, name.asText()));
      case "enum" -> value.forEach(one -> message.message(20, any(one)));
      case "additionalProperties" -> message.message(21, additional(value));
      case "type" -> message.message(22, new MessageFields().element(1, value.asText()));
      case "items" -> message.message(23, new MessageFields().message(1, schema(value)));
      case "properties" -> message.message(25, properties(value));
      default -> message.message(31, extension(keyword, value));
    }
  }

  private static MessageFields additional(JsonValue value) {
    return value.isBoolean()
        ? new MessageFields().choice(2, value.asBoolean())
        : new MessageFields().message(1, schema(value));
  }

  private static MessageFields properties(JsonValue properties) {
    var message = new MessageFields();
    properties
        .properties()
        .forEach(
            each ->
                message.message(
                    1,
                    new MessageFields()
                        .text(1, each.getKey())
                        .message(2, schema(each.getValue()))));
    return message;
  }

  static MessageFields extension(String name, JsonValue value) {
    return new MessageFields().text(1, name).message(2, any(value));
  }

  private static MessageFields any(JsonValue value) {
    return new MessageFields().text(2, value.toString());
  }
}
