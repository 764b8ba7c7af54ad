package io.listwatch.objects.kinds;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.BuiltInTypes;

/**
 * Fills in the defaults of objects of a built-in kind.
 *
 * <p>Thread-safe.
 */
@FunctionalInterface
public interface KindDefaults {
  /** Does nothing, for kinds without defaults. */
  KindDefaults NONE = object -> {};

  /** Fills in the absent fields of an object in its canonical form. Idempotent. */
  void fill(JsonObject object);

  static KindDefaults of(ResourceType type) {
    return BuiltInTypes.load().find(type).map(StructDefaults::of).orElse(NONE);
  }
}
