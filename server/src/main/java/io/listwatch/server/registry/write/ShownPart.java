package io.listwatch.server.registry.write;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;

/**
 * The object that admission sees in place of the stored one if a subresource is written: a Scale.
 */
interface ShownPart {
  ResourceType kind();

  /** Returns the part as the client requested it, for mutating admission, which may change it. */
  JsonObject requested();

  /** Returns the part of the current object, for mutating admission. */
  JsonObject current(JsonObject old);

  /**
   * Copies the changes of mutating admission to an object.
   *
   * @param changed the part after mutating admission
   * @param next the object that is about to be stored
   */
  void take(JsonObject changed, JsonObject next);

  /** Returns the part of an object, for validating admission. */
  JsonObject of(JsonObject object);
}
