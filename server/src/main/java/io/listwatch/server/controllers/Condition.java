package io.listwatch.server.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.Times;
import java.time.Instant;

/** A claim about an object, whether it holds, and why. */
record Condition(String type, boolean holds, String reason, String message) {
  /** Puts it into a status; answers whether that makes a difference. */
  boolean applyTo(ObjectNode status, Instant now) {
    ArrayNode conditions =
        status.get("conditions") instanceof ArrayNode known ? known : status.putArray("conditions");
    ObjectNode entry = entry(conditions);
    String answer = holds ? "True" : "False";
    if (entry.path("status").asText().equals(answer)
        && entry.path("reason").asText().equals(reason)
        && entry.path("message").asText().equals(message)) {
      return false;
    }
    entry.put("status", answer);
    entry.put("lastTransitionTime", Times.seconds(now));
    entry.put("reason", reason).put("message", message);
    return true;
  }

  private ObjectNode entry(ArrayNode conditions) {
    for (JsonNode each : conditions) {
      if (each instanceof ObjectNode known && each.path("type").asText().equals(type)) {
        return known;
      }
    }
    return conditions.addObject().put("type", type);
  }
}
