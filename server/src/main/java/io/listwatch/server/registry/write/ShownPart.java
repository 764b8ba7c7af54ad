package io.listwatch.server.registry.write;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;

/** The object that admission sees in place of one whose subresource is written: a Scale. */
interface ShownPart {
  ResourceType kind();

  /** Returns the part as the client wants it, for mutating admission, which may change it. */
  JsonObject requested();

  /** Returns the part of the current object, for mutating admission. */
  JsonObject current(JsonObject old);

  /** Takes over what mutating admission has changed. */
  void take(JsonObject changed, JsonObject next);

  /** Returns the part of an object, for validating admission. */
  JsonObject of(JsonObject object);
}
