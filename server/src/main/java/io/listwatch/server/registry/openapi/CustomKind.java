package io.listwatch.server.registry.openapi;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ResourceDefinition;

/**
 * A kind of a custom resource.
 *
 * @param schema the {@code openAPIV3Schema} of its version; missing if there is none
 */
record CustomKind(ResourceDefinition definition, JsonValue schema) {
  String schemaName() {
    return TypeNames.ofCustom(
        definition.type().group(), definition.type().version(), definition.type().kind());
  }

  Kind kind() {
    return new Kind(
        definition.type().group(), definition.type().version(), definition.type().kind());
  }
}
