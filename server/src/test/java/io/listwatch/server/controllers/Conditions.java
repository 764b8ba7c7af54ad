package io.listwatch.server.controllers;

import io.listwatch.objects.json.JsonValue;

/** Reads what the status of an object claims. */
final class Conditions {
  private Conditions() {}

  /** The condition of that type, or nothing that can be read all the same. */
  static JsonValue find(JsonValue object, String type) {
    for (JsonValue each : object.at("/status/conditions")) {
      if (each.path("type").asText().equals(type)) {
        return each;
      }
    }
    return JsonValue.MISSING;
  }
}
