package io.listwatch.server.registry.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a protobuf V2 document to JSON, using only the definitions of gnostic's messages: the
 * JSON name and the type of each field.
 */
final class GnosticReader {

  /** Messages by name. A field has a number, a JSON name and a type. */
  private static final Map<String, List<String>> MESSAGES =
      Map.ofEntries(
          message(
              "Document",
              "1 swagger string",
              "2 info Info",
              "8 paths Paths",
              "9 definitions Named:Schema",
              "12 security list:Requirement",
              "13 securityDefinitions Named:SecurityItem"),
          message("Info", "1 title string", "2 version string"),
          message("Requirement", "1 - named:StringArray"),
          message("StringArray", "1 - strings"),
          message("SecurityItem", "2 - ApiKey"),
          message("ApiKey", "1 type string", "2 name string", "3 in string"),
          message("Paths", "2 - named:PathItem"),
          message(
              "PathItem",
              "2 get Operation",
              "3 put Operation",
              "4 post Operation",
              "5 delete Operation",
              "6 options Operation",
              "7 head Operation",
              "8 patch Operation",
              "9 parameters list:ParametersItem"),
          message(
              "Operation",
              "1 tags strings",
              "5 operationId string",
              "6 produces strings",
              "7 consumes strings",
              "8 parameters list:ParametersItem",
              "9 responses Responses",
              "10 schemes strings",
              "13 - extension"),
          message("ParametersItem", "1 - Parameter"),
          message("Parameter", "1 - BodyParameter", "2 - NonBodyParameter"),
          message(
              "BodyParameter",
              "2 name string",
              "3 in string",
              "4 required bool",
              "5 schema Schema"),
          message("NonBodyParameter", "3 - QueryParameter", "4 - PathParameter"),
          message(
              "QueryParameter",
              "1 required bool",
              "2 in string",
              "4 name string",
              "6 type string",
              "20 uniqueItems bool"),
          message(
              "PathParameter",
              "1 required bool",
              "2 in string",
              "4 name string",
              "5 type string",
              "19 uniqueItems bool"),
          message("Responses", "1 - named:ResponseValue"),
          message("ResponseValue", "1 - Response"),
          message("Response", "1 description string", "2 schema SchemaItem"),
          message("SchemaItem", "1 - Schema"),
          message(
              "Schema",
              "1 $ref string",
              "2 format string",
              "4 description string",
              "7 maximum double",
              "11 maxLength int",
              "13 pattern string",
              "19 required strings",
              "20 enum anys",
              "21 additionalProperties AdditionalProperties",
              "22 type TypeItem",
              "23 items ItemsItem",
              "25 properties Named:Schema",
              "31 - extension"),
          message("AdditionalProperties", "1 - Schema", "2 - bool"),
          message("TypeItem", "1 - string"),
          message("ItemsItem", "1 - Schema"));

  private GnosticReader() {}

  private static Map.Entry<String, List<String>> message(String name, String... fields) {
    return Map.entry(name, List.of(fields));
  }

  static JsonValue read(byte[] document) {
    return message("Document", ByteBuffer.wrap(document));
  }

  private static JsonValue message(String name, ByteBuffer bytes) {
    JsonObject message = new JsonObject();
    JsonValue itself = message;
    while (bytes.hasRemaining()) {
      int tag = (int) varint(bytes);
      String[] field = field(name, tag >>> 3);
      JsonValue value = value(field[2], tag & 7, bytes, message, field[1]);
      if (value == null) {
        continue;
      }
      if (field[1].equals("-")) {
        itself = value; // a oneof or a wrapper is replaced by its value
      } else {
        message.set(field[1], value);
      }
    }
    return itself;
  }

  private static String[] field(String message, int number) {
    return MESSAGES.getOrDefault(message, List.of()).stream()
        .map(each -> each.split(" "))
        .filter(each -> each[0].equals(String.valueOf(number)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("%s has no field %d".formatted(message, number)));
  }

  /**
   * Returns the value of a field; null if it was added to the message or to a list of the message.
   */
  private static @Nullable JsonValue value(
      String type, int wireType, ByteBuffer bytes, JsonObject message, String name) {
    return switch (type) {
      case "bool" -> {
        assertWire(wireType, 0);
        yield JsonValue.of(varint(bytes) == 1);
      }
      case "int" -> {
        assertWire(wireType, 0);
        yield JsonValue.of(varint(bytes));
      }
      case "double" -> {
        assertWire(wireType, 1);
        yield JsonValue.of(fixed64(bytes));
      }
      default -> {
        assertWire(wireType, 2);
        yield nested(type, part(bytes), message, name);
      }
    };
  }

  private static @Nullable JsonValue nested(
      String type, ByteBuffer part, JsonObject message, String name) {
    return switch (type) {
      case "string" -> JsonValue.of(UTF_8.decode(part).toString());
      case "strings" -> {
        list(message, name).add(UTF_8.decode(part).toString());
        yield null;
      }
      case "anys" -> {
        list(message, name).add(any(part));
        yield null;
      }
      case "extension" -> {
        addNamed(message, part, "");
        yield null;
      }
      default -> composed(type, part, message, name);
    };
  }

  private static @Nullable JsonValue composed(
      String type, ByteBuffer part, JsonObject message, String name) {
    if (type.startsWith("list:")) {
      list(message, name).add(message(type.substring(5), part));
      return null;
    }
    if (type.startsWith("named:")) {
      addNamed(message, part, type.substring(6));
      return null;
    }
    if (type.startsWith("Named:")) {
      JsonObject named = new JsonObject();
      while (part.hasRemaining()) {
        assertThatTag(part, 1);
        addNamed(named, part(part), type.substring(6));
      }
      return named;
    }
    return message(type, part);
  }

  private static JsonArray list(JsonObject message, String name) {
    return message.withArray(name);
  }

  /** Adds a name and a value. The value of an extension is YAML. */
  private static void addNamed(JsonObject message, ByteBuffer part, String type) {
    assertThatTag(part, 1);
    String name = UTF_8.decode(part(part)).toString();
    assertThatTag(part, 2);
    ByteBuffer value = part(part);
    message.set(name, type.isEmpty() ? any(value) : emptyIfArray(type, value));
  }

  private static JsonValue emptyIfArray(String type, ByteBuffer value) {
    return type.equals("StringArray") && !value.hasRemaining()
        ? new JsonArray()
        : message(type, value);
  }

  private static JsonValue any(ByteBuffer any) {
    assertThatTag(any, 2);
    return JsonTrees.read(UTF_8.decode(part(any)).toString());
  }

  private static void assertThatTag(ByteBuffer bytes, int field) {
    int tag = (int) varint(bytes);
    if (tag != ((field << 3) | 2)) {
      throw new AssertionError("tag: %d (expected: field %d)".formatted(tag, field));
    }
  }

  private static void assertWire(int actual, int expected) {
    if (actual != expected) {
      throw new AssertionError("wire type: %d (expected: %d)".formatted(actual, expected));
    }
  }

  private static ByteBuffer part(ByteBuffer bytes) {
    int length = (int) varint(bytes);
    ByteBuffer part = bytes.slice(bytes.position(), length);
    bytes.position(bytes.position() + length);
    return part;
  }

  private static double fixed64(ByteBuffer bytes) {
    byte[] eight = new byte[Double.BYTES];
    bytes.get(eight);
    return ByteBuffer.wrap(eight).order(ByteOrder.LITTLE_ENDIAN).getDouble();
  }

  private static long varint(ByteBuffer bytes) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = bytes.get();
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }
}
