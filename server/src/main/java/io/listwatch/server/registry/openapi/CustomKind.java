package io.listwatch.server.registry.openapi;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ResourceDefinition;

/**
 * A kind that a user defined.
 *
 * @param schema what its definition says about its objects; missing if it says nothing
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
