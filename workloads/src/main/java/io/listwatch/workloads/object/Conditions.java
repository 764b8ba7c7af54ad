package io.listwatch.workloads.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/**
 * The {@code conditions} of a status, changed as the controllers of kube-controller-manager change
 * them: an entry keeps its times while its status and reason stay, and a changed one moves to the
 * end.
 */
public final class Conditions {
  private Conditions() {}

  /** Returns the condition of a type; a missing node if there is none. */
  public static JsonNode find(JsonNode conditions, String type) {
    return element(conditions, "type", type);
  }

  /** Returns the element of a list with a name; a missing node if there is none. */
  public static JsonNode named(JsonNode list, String name) {
    return element(list, "name", name);
  }

  private static JsonNode element(JsonNode list, String field, String value) {
    for (JsonNode each : list) {
      if (each.path(field).asText().equals(value)) {
        return each;
      }
    }
    return MissingNode.getInstance();
  }

  public static boolean isTrue(JsonNode conditions, String type) {
    return find(conditions, type).path("status").asText().equals("True");
  }

  /**
   * Returns a condition with {@code lastTransitionTime}, in the order of the fields of the built-in
   * kinds.
   */
  public static ObjectNode condition(
      ObjectNode status, String type, String value, String reason, String message, Instant now) {
    ObjectNode condition = status.objectNode();
    condition.put("type", type).put("status", value);
    condition.put("lastTransitionTime", ApiObject.timestamp(now));
    return condition.put("reason", reason).put("message", message);
  }

  /**
   * Adds or replaces a condition of a status. Does nothing if the current one has the same status
   * and reason; keeps its {@code lastTransitionTime} if it has the same status.
   */
  public static void set(ObjectNode status, ObjectNode condition) {
    JsonNode current = find(status.path("conditions"), condition.path("type").asText());
    boolean sameStatus = current.path("status").equals(condition.path("status"));
    if (sameStatus && current.path("reason").equals(condition.path("reason"))) {
      return;
    }
    if (sameStatus) {
      condition.set("lastTransitionTime", current.path("lastTransitionTime"));
    }
    replace(status, condition);
  }

  /** Replaces a condition, including its times. */
  public static void replace(ObjectNode status, ObjectNode condition) {
    remove(status, condition.path("type").asText());
    status.withArray("conditions").add(condition);
  }

  /** Replaces a condition and keeps its place in the list; adds it if there is none. */
  public static void replaceInPlace(ObjectNode status, ObjectNode condition) {
    ArrayNode conditions = status.withArray("conditions");
    for (int i = 0; i < conditions.size(); i++) {
      if (conditions.get(i).path("type").equals(condition.path("type"))) {
        conditions.set(i, condition);
        return;
      }
    }
    conditions.add(condition);
  }

  /** Removes a condition, and the list with the last one. */
  public static void remove(ObjectNode status, String type) {
    if (status.path("conditions") instanceof ArrayNode conditions) {
      conditions.removeIf(each -> each.path("type").asText().equals(type));
      if (conditions.isEmpty()) {
        status.remove("conditions");
      }
    }
  }
}
