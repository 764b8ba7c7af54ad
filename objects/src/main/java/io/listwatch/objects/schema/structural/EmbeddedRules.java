package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonObject;
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
  void check(JsonObject object, String path, List<FieldError> errors);
}
