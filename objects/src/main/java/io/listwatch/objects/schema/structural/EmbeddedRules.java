package io.listwatch.objects.schema.structural;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.FieldError;
import java.util.List;

/** What is asked of the type and the metadata of an object inside another one. */
@FunctionalInterface
public interface EmbeddedRules {
  /**
   * Adds what is wrong with an embedded object.
   *
   * @param path where it is
   */
  void check(ObjectNode object, String path, List<FieldError> errors);
}
