package io.listwatch.objects.kinds;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.BuiltInTypes;

/**
 * What stands for what the sender of an object of a built-in kind left out.
 *
 * <p>Thread-safe.
 */
@FunctionalInterface
public interface KindDefaults {
  /** There is nothing that a sender could have left out. */
  KindDefaults NONE = object -> {};

  /**
   * Fills in what is absent from an object in its canonical form, and nothing else. Does nothing to
   * what it has filled in before.
   */
  void fill(JsonObject object);

  static KindDefaults of(ResourceType type) {
    return BuiltInTypes.load().find(type).map(StructDefaults::of).orElse(NONE);
  }
}
