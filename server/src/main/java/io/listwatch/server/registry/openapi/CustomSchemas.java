package io.listwatch.server.registry.openapi;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonValue;

/** Knows what users say about the objects of the resources that they define. Thread-safe. */
@FunctionalInterface
public interface CustomSchemas {
  /** For who has no such resources. */
  CustomSchemas NONE = type -> JsonValue.MISSING;

  /** The schema as it was sent, to be left alone; missing if there is none. */
  JsonValue of(ResourceType type);
}
