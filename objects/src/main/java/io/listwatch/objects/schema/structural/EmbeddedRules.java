package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.FieldError;
import java.util.List;

/** Validates the type and metadata of an embedded resource. */
@FunctionalInterface
public interface EmbeddedRules {
  /**
   * Adds the errors of an embedded resource.
   *
   * @param path the path of the resource
   */
  void check(JsonObject object, String path, List<FieldError> errors);
}
