package io.listwatch.server.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

/** Reads what the status of an object claims. */
final class Conditions {
  private Conditions() {}

  /** The condition of that type, or nothing that can be read all the same. */
  static JsonNode find(JsonNode object, String type) {
    for (JsonNode each : object.at("/status/conditions")) {
      if (each.path("type").asText().equals(type)) {
        return each;
      }
    }
    return MissingNode.getInstance();
  }
}
