package io.listwatch.objects.schema;

import io.listwatch.objects.json.JsonObject;

/**
 * The canonical JSON of a type's objects: equal objects have equal bytes.
 *
 * <p>Thread-safe.
 */
@FunctionalInterface
public interface CanonicalForm {
  /** Initial buffer size, enough for most objects. */
  int EXPECTED_BYTES = 4096;

  /** Returns the object as JSON in UTF-8. Does not change the object. */
  byte[] encode(JsonObject object);
}
