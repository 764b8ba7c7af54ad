package io.listwatch.server.controllers;

import io.listwatch.model.GroupVersion;
import io.listwatch.objects.json.JsonValue;

/**
 * An owner reference of an object.
 *
 * @param blocking {@code blockOwnerDeletion}: a foreground deletion of the owner waits for the
 *     object
 */
record OwnerReference(String group, String kind, String name, String uid, boolean blocking) {
  static OwnerReference of(JsonValue reference) {
    return new OwnerReference(
        GroupVersion.of(reference.path("apiVersion").asText()).group(),
        reference.path("kind").asText(),
        reference.path("name").asText(),
        reference.path("uid").asText(),
        reference.path("blockOwnerDeletion").asBoolean());
  }
}
