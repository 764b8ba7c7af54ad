package io.listwatch.server.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ResourceType;
import io.listwatch.server.schema.FieldError;
import java.util.List;

/**
 * What is wrong with objects of a built-in kind, beyond their metadata, in the reference's words.
 *
 * <p>Thread-safe.
 */
public interface KindValidation {
  /** Looks at a new object, or at what an object is to become. */
  default void check(ObjectNode object, List<FieldError> errors) {}

  /** Looks at a change: what may not be changed. */
  default void checkChange(ObjectNode next, ObjectNode old, List<FieldError> errors) {}

  static KindValidation of(ResourceType type) {
    return new KindValidation() {};
  }
}
