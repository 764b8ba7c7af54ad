package io.listwatch.server.controllers;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Times;
import java.time.Instant;

/** A status condition of an object, true or false. */
record Condition(String type, boolean holds, String reason, String message) {
  /** Writes the condition into a status. Returns true if that changes it. */
  boolean applyTo(JsonObject status, Instant now) {
    JsonArray conditions =
        status.get("conditions") instanceof JsonArray known ? known : status.putArray("conditions");
    JsonObject entry = entry(conditions);
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

  private JsonObject entry(JsonArray conditions) {
    for (JsonValue each : conditions) {
      if (each instanceof JsonObject known && each.path("type").asText().equals(type)) {
        return known;
      }
    }
    return conditions.addObject().put("type", type);
  }
}
