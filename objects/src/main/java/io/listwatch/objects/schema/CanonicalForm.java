package io.listwatch.objects.schema;

import io.listwatch.objects.json.JsonObject;

/**
 * How the objects of a type are spelled: equal objects have equal bytes, whoever sent them.
 *
 * <p>Thread-safe.
 */
@FunctionalInterface
public interface CanonicalForm {
  /** The size of most objects, or more. */
  int EXPECTED_BYTES = 4096;

  /** The object as JSON in UTF-8. Does not change the node. */
  byte[] encode(JsonObject object);
}
