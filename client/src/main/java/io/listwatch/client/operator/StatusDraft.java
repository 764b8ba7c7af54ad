package io.listwatch.client.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A status while it is changed; see {@link StatusWriter}. Fields that are not set keep their
 * values.
 *
 * <p>Confined to the function that gets it.
 */
public final class StatusDraft {
  private static final List<String> STATES = List.of("True", "False", "Unknown");

  private final ObjectNode object;
  private final ObjectNode status;
  private final Instant now;

  /** Creates a draft of the status in {@code object}, which it changes. */
  StatusDraft(ObjectNode object, Instant now) {
    this.object = object;
    this.status = JsonTree.object(object, "status");
    this.now = now;
  }

  /**
   * Sets a field of the status.
   *
   * @param value anything that Jackson encodes; null removes the field
   */
  public StatusDraft set(String field, @Nullable Object value) {
    if (value == null) {
      status.remove(field);
    } else {
      status.set(field, JsonTree.MAPPER.<JsonNode>valueToTree(value));
    }
    return this;
  }

  /** Sets {@code observedGeneration} to the generation of the object. */
  public StatusDraft observed() {
    return set("observedGeneration", generation());
  }

  private @Nullable Long generation() {
    JsonNode generation = object.path("metadata").path("generation");
    return generation.isNumber() ? generation.asLong() : null;
  }

  /** Sets a condition to {@code True} or {@code False}. */
  public StatusDraft condition(String type, boolean state, String reason, String message) {
    return condition(type, state ? "True" : "False", reason, message);
  }

  /**
   * Sets a condition, and its {@code observedGeneration}. {@code lastTransitionTime} changes only
   * if the state does.
   *
   * @param state {@code True}, {@code False} or {@code Unknown}
   * @param reason in CamelCase, for programs
   * @param message for people; may be empty
   */
  public StatusDraft condition(String type, String state, String reason, String message) {
    if (!STATES.contains(state)) {
      throw new IllegalArgumentException(
          "state: %s (expected: one of %s)".formatted(state, STATES));
    }
    if (reason.isEmpty()) {
      throw new IllegalArgumentException("reason: empty (expected: a word in CamelCase)");
    }
    ObjectNode condition = find(type);
    if (!condition.path("status").asText().equals(state)) {
      condition.put("status", state);
      condition.put("lastTransitionTime", now.truncatedTo(ChronoUnit.SECONDS).toString());
    }
    Long generation = generation();
    if (generation != null) {
      condition.put("observedGeneration", generation);
    }
    condition.put("reason", reason).put("message", message);
    return this;
  }

  private ObjectNode find(String type) {
    ArrayNode conditions = JsonTree.array(status, "conditions");
    for (JsonNode each : conditions) {
      if (each instanceof ObjectNode found && found.path("type").asText().equals(type)) {
        return found;
      }
    }
    return conditions.addObject().put("type", type);
  }
}
