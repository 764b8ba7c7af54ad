package io.listwatch.server.registry.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.listwatch.model.ResourceType;

/** Knows what users say about the objects of the resources that they define. Thread-safe. */
@FunctionalInterface
public interface CustomSchemas {
  /** For who has no such resources. */
  CustomSchemas NONE = type -> MissingNode.getInstance();

  /** The schema as it was sent, to be left alone; missing if there is none. */
  JsonNode of(ResourceType type);
}
