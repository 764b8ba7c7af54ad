package io.listwatch.server.registry.table;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.TableColumns;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;

/** Writes table rows, as of five minutes after the creation of their objects. */
final class TableRows {
  static final Instant NOW = Instant.parse("2026-01-01T00:05:00Z");

  private static final JsonMapper MAPPER = new JsonMapper();

  private TableRows() {}

  /** Parses JSON. */
  static JsonValue json(String text) {
    return JsonTrees.read(text);
  }

  /** Returns an object named {@code a} with this content, which may set another creation time. */
  static Resource object(JsonValue content) {
    JsonObject object = (JsonObject) content.deepCopy();
    JsonObject metadata = object.withObject("metadata");
    metadata.put("name", "a").put("resourceVersion", "1");
    if (!metadata.has("creationTimestamp")) {
      metadata.put("creationTimestamp", "2026-01-01T00:00:00Z");
    }
    return Resource.parse(object.toString());
  }

  /** Returns the cells of a row. */
  static JsonValue cells(TableColumns columns, Resource object) {
    var text = new StringWriter();
    try (JsonGenerator out = MAPPER.createGenerator(text)) {
      out.writeStartArray();
      columns.writeCells(object, NOW, out);
      out.writeEndArray();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return json(text.toString());
  }
}
