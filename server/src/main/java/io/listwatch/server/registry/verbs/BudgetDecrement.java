package io.listwatch.server.registry.verbs;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.Times;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.write.RequestedChange;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The change of a PodDisruptionBudget's status for one eviction: decrements disruptionsAllowed and
 * records the pod in disruptedPods. Rejects the eviction if no disruption is allowed, or if the
 * disruption controller has not yet processed the budget.
 */
record BudgetDecrement(ResourceType budgets, String pod, Instant now) implements RequestedChange {
  private static final String VIOLATION =
      "Cannot evict pod as it would violate the pod's disruption budget.";
  private static final int RETRY_SECONDS = 10;

  /** Maximum size of disruptedPods: evictions that the disruption controller has not confirmed. */
  private static final int MAX_DISRUPTED_PODS = 2000;

  private static final String CONDITION = "DisruptionAllowed";

  /** Returns the error for a budget that the disruption controller has not yet processed. */
  static ApiException unprocessed(String budget) {
    return violation(
        "The disruption budget " + budget + " is still being processed by the server.",
        RETRY_SECONDS);
  }

  private static ApiException violation(String why, int retrySeconds) {
    var cause = new Status.Cause("DisruptionBudget", why, "");
    return Status.of(StatusReason.TOO_MANY_REQUESTS, VIOLATION)
        .withDetails(Status.Details.NONE.withCauses(List.of(cause)))
        .withRetryAfter(retrySeconds)
        .toException();
  }

  @Override
  public JsonObject of(@Nullable JsonObject old) {
    if (old == null) {
      throw new IllegalArgumentException("budget: none (expected: one that exists)");
    }
    check(old);
    JsonObject status = old.withObject("status");
    int left = status.path("disruptionsAllowed").asInt() - 1;
    status.put("disruptionsAllowed", left);
    if (left == 0) {
      setExhausted(status);
    }
    status.withObject("disruptedPods").put(pod, Times.seconds(now));
    return old;
  }

  private void check(JsonObject budget) {
    String name = Metadata.of(budget).name();
    JsonValue status = budget.path("status");
    int allowed = status.path("disruptionsAllowed").asInt();
    if (status.path("observedGeneration").asLong() < Metadata.of(budget).generation()) {
      throw unprocessed(name);
    }
    if (allowed < 0) {
      throw ApiErrors.forbidden(budgets, name, "pdb disruptions allowed is negative");
    }
    if (status.path("disruptedPods").size() > MAX_DISRUPTED_PODS) {
      throw ApiErrors.forbidden(
          budgets,
          name,
          "DisruptedPods map too big - too many evictions not confirmed by PDB controller");
    }
    if (allowed == 0) {
      throw violation("The disruption budget " + name + reason(status), 0);
    }
  }

  private static String reason(JsonValue status) {
    JsonValue condition = condition(status);
    String message = condition.path("message").asText();
    String reason = condition.path("reason").asText();
    boolean explained = condition.path("status").asText().equals("False") && !message.isEmpty();
    int healthy = status.path("currentHealthy").asInt();
    int desired = status.path("desiredHealthy").asInt();
    if (explained && reason.equals("SyncFailed")) {
      return " does not allow evicting pods currently because it failed sync: " + message;
    }
    if (healthy <= desired) {
      return " needs %d healthy pods and has %d currently".formatted(desired, healthy);
    }
    return " does not allow evicting pods currently"
        + (explained ? " (" + reason + "): " + message : "");
  }

  private static JsonValue condition(JsonValue status) {
    for (JsonValue each : status.path("conditions")) {
      if (each.path("type").asText().equals(CONDITION)) {
        return each;
      }
    }
    return JsonValue.MISSING;
  }

  private void setExhausted(JsonObject status) {
    JsonObject condition =
        condition(status) instanceof JsonObject found
            ? found
            : status.withArray("conditions").addObject().put("type", CONDITION);
    if (!condition.path("status").asText().equals("False")) {
      condition.put("status", "False").put("lastTransitionTime", Times.seconds(now));
    }
    condition.put("reason", "InsufficientPods").put("message", "");
    condition.set("observedGeneration", status.path("observedGeneration"));
  }
}
