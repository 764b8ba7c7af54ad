package io.listwatch.objects.custom;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.structural.StructuralSchema;
import java.util.ArrayList;
import java.util.List;

/** Finds the unknown formats in a definition's schemas, including duplicates. */
final class UnknownFormats {
  /** Members that contain one subschema; {@code MANY} contain several. */
  private static final List<String> ONE = List.of("additionalProperties", "items", "not");

  private static final List<String> MANY = List.of("properties", "allOf", "anyOf", "oneOf");

  private final List<String> formats = new ArrayList<>();

  private UnknownFormats() {}

  static List<String> of(JsonValue definition) {
    var found = new UnknownFormats();
    for (JsonValue version : definition.path("spec").path("versions")) {
      found.visit(VersionSchemas.source(version));
    }
    return found.formats;
  }

  private void visit(JsonValue schema) {
    if (!schema.isObject()) {
      return;
    }
    String format = schema.path("format").asText();
    if (!format.isEmpty() && !StructuralSchema.knows(format, schema.path("type").asText())) {
      formats.add(format);
    }
    ONE.forEach(member -> visit(schema.path(member)));
    MANY.forEach(member -> schema.path(member).forEach(this::visit));
  }
}
