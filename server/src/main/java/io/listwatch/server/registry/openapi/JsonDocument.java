package io.listwatch.server.registry.openapi;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Writes a document as JSON, one path and one schema at a time. */
final class JsonDocument {
  private static final JsonFactory FACTORY = new JsonFactory();

  /** The Kubernetes version of the described API. */
  static final String VERSION = "1.36";

  private JsonDocument() {}

  /** Writes the V3 document of one group version. */
  static byte[] v3(Map<String, List<Operation>> paths, DocumentSchemas schemas, boolean builtIn) {
    return write(
        out -> {
          out.writeStartObject();
          out.writeStringField("openapi", "3.0.0");
          writeInfo(builtIn, out);
          writePaths(paths, OpenApiVersion.V3, out);
          out.writeObjectFieldStart("components");
          writeSchemas("schemas", schemas.all(), out);
          if (builtIn) {
            out.writeObjectFieldStart("securitySchemes");
            writeSecurityScheme(out);
            out.writeEndObject();
          }
          out.writeEndObject();
          out.writeEndObject();
        });
  }

  /** Writes the V2 document, which describes the whole API. */
  static byte[] v2(Map<String, List<Operation>> paths, DocumentSchemas schemas) {
    return write(
        out -> {
          out.writeStartObject();
          out.writeStringField("swagger", "2.0");
          writeInfo(true, out);
          writePaths(paths, OpenApiVersion.V2, out);
          writeSchemas("definitions", schemas.all(), out);
          out.writeObjectFieldStart("securityDefinitions");
          writeSecurityScheme(out);
          out.writeEndObject();
          out.writeArrayFieldStart("security");
          out.writeStartObject();
          out.writeArrayFieldStart("BearerToken");
          out.writeEndArray();
          out.writeEndObject();
          out.writeEndArray();
          out.writeEndObject();
        });
  }

  private static void writeInfo(boolean builtIn, JsonGenerator out) throws IOException {
    out.writeObjectFieldStart("info");
    out.writeStringField("title", builtIn ? "Kubernetes" : "Kubernetes CRD Swagger");
    out.writeStringField("version", builtIn ? VERSION : "v0.1.0");
    out.writeEndObject();
  }

  private static void writePaths(
      Map<String, List<Operation>> paths, OpenApiVersion openApi, JsonGenerator out)
      throws IOException {
    out.writeObjectFieldStart("paths");
    for (var each : paths.entrySet()) {
      out.writeFieldName(each.getKey());
      write(PathItem.of(each.getValue(), openApi), out);
    }
    out.writeEndObject();
  }

  private static void writeSchemas(String name, Map<String, JsonObject> schemas, JsonGenerator out)
      throws IOException {
    out.writeObjectFieldStart(name);
    for (var each : schemas.entrySet()) {
      out.writeFieldName(each.getKey());
      write(each.getValue(), out);
    }
    out.writeEndObject();
  }

  private static void writeSecurityScheme(JsonGenerator out) throws IOException {
    out.writeObjectFieldStart("BearerToken");
    out.writeStringField("in", "header");
    out.writeStringField("name", "authorization");
    out.writeStringField("type", "apiKey");
    out.writeEndObject();
  }

  /** Writes the index of {@code /openapi/v3}. */
  static byte[] index(Map<String, String> urls) {
    return write(
        out -> {
          out.writeStartObject();
          out.writeObjectFieldStart("paths");
          for (var each : urls.entrySet()) {
            out.writeObjectFieldStart(each.getKey());
            out.writeStringField("serverRelativeURL", each.getValue());
            out.writeEndObject();
          }
          out.writeEndObject();
          out.writeEndObject();
        });
  }

  private static void write(JsonValue value, JsonGenerator out) throws IOException {
    switch (value.type()) {
      case OBJECT -> {
        out.writeStartObject();
        for (var member : value.properties()) {
          out.writeFieldName(member.getKey());
          write(member.getValue(), out);
        }
        out.writeEndObject();
      }
      case ARRAY -> {
        out.writeStartArray();
        for (JsonValue item : value) {
          write(item, out);
        }
        out.writeEndArray();
      }
      case STRING -> out.writeString(value.textValue());
      case NUMBER -> out.writeNumber(value.asText());
      case BOOLEAN -> out.writeBoolean(value.booleanValue());
      case NULL -> out.writeNull();
    }
  }

  private static byte[] write(Content content) {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
      content.write(out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  @FunctionalInterface
  private interface Content {
    void write(JsonGenerator out) throws IOException;
  }
}
