package io.listwatch.server.registry.openapi;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonValue;

/** Looks up the schemas of custom resources. Thread-safe. */
@FunctionalInterface
public interface CustomSchemas {
  /** For servers without custom resources. */
  CustomSchemas NONE = type -> JsonValue.MISSING;

  /** Returns the schema as it was submitted; missing if there is none. It must not be modified. */
  JsonValue of(ResourceType type);
}
