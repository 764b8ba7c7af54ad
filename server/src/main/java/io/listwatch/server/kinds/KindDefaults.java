package io.listwatch.server.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ResourceType;

/**
 * What stands for what the sender of an object of a built-in kind left out.
 *
 * <p>Thread-safe.
 */
@FunctionalInterface
public interface KindDefaults {
  /** Fills in what is absent, and nothing else. Does nothing to what it has filled in before. */
  void fill(ObjectNode object);

  static KindDefaults of(ResourceType type) {
    return object -> {};
  }
}
