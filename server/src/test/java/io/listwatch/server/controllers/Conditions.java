package io.listwatch.server.controllers;

import io.listwatch.objects.json.JsonValue;

/** Reads status conditions of objects. */
final class Conditions {
  private Conditions() {}

  /** Returns the condition of a type; a missing value if there is none. */
  static JsonValue find(JsonValue object, String type) {
    for (JsonValue each : object.at("/status/conditions")) {
      if (each.path("type").asText().equals(type)) {
        return each;
      }
    }
    return JsonValue.MISSING;
  }
}
