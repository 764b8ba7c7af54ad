package io.listwatch.objects.schema;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;

/**
 * The canonical JSON of a type's objects: equal objects have equal bytes.
 *
 * <p>Thread-safe.
 */
@FunctionalInterface
public interface CanonicalForm {
  /** Initial buffer size, enough for most objects. */
  int EXPECTED_BYTES = 4096;

  /**
   * Returns the object in canonical form: members in their order, values in their one spelling.
   *
   * @param object stays as it is; the result may share strings, numbers and {@code fieldsV1} with
   *     it
   */
  JsonObject normalize(JsonObject object);

  /** Returns the canonical JSON of the object in UTF-8. The object stays as it is. */
  default byte[] encode(JsonObject object) {
    return JsonTrees.encode(normalize(object), EXPECTED_BYTES);
  }
}
