package io.listwatch.workloads.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.function.IntBinaryOperator;

/**
 * Limits how fast a target follows the proposals: {@code spec.behavior}, or the defaults.
 *
 * @param behavior a missing node if there is none
 */
record ScalingRules(JsonNode behavior, int minimum, int maximum) {
  private static final Duration DOWNSCALE_WINDOW = Duration.ofMinutes(5);
  private static final int UP_FACTOR = 2;
  private static final int UP_MINIMUM = 4;
  private static final int PERCENT = 100;

  /**
   * A number of replicas, with the conditions that explain it.
   *
   * @param stabilized null if the proposal was not changed by earlier ones
   * @param limited true if a limit changed the number
   */
  record Decision(
      int replicas, String stabilized, boolean limited, String reason, String message) {}

  private record Limit(int replicas, String reason, String message) {}

  /** Decides about a proposal. Does not change the history. */
  Decision decide(int current, int proposed, ScaleHistory history, Instant now) {
    int stable = stabilized(current, proposed, history, now);
    String stabilized =
        stable == proposed
            ? ""
            : behavior.isMissingNode() || proposed < current
                ? "ScaleDownStabilized"
                : "ScaleUpStabilized";
    Limit limit = limited(current, stable, history, now);
    return new Decision(
        limit.replicas(), stabilized, limit.replicas() != stable, limit.reason(), limit.message());
  }

  private int stabilized(int current, int proposed, ScaleHistory history, Instant now) {
    if (behavior.isMissingNode()) {
      return history.proposals(now.minus(DOWNSCALE_WINDOW)).reduce(proposed, Math::max);
    }
    int up = history.proposals(now.minus(window("scaleUp"))).reduce(proposed, Math::min);
    int down = history.proposals(now.minus(window("scaleDown"))).reduce(proposed, Math::max);
    return Math.min(Math.max(current, up), down);
  }

  private Duration window(String direction) {
    JsonNode seconds = behavior.path(direction).path("stabilizationWindowSeconds");
    Duration otherwise = direction.equals("scaleUp") ? Duration.ZERO : DOWNSCALE_WINDOW;
    return seconds.isNumber() ? Duration.ofSeconds(seconds.asLong()) : otherwise;
  }

  private Limit limited(int current, int wanted, ScaleHistory history, Instant now) {
    if (behavior.isMissingNode()) {
      return limitedWithoutBehavior(current, wanted);
    }
    if (wanted > current) {
      int fastest = Math.max(current, fastest("scaleUp", current, history, now));
      Limit limit =
          maximum > fastest
              ? new Limit(
                  fastest,
                  "ScaleUpLimit",
                  "the desired replica count is increasing faster than the maximum scale rate")
              : tooMany();
      return wanted > limit.replicas() ? limit : within(wanted);
    }
    if (wanted < current) {
      int fastest = Math.min(current, fastest("scaleDown", current, history, now));
      Limit limit =
          minimum < fastest
              ? new Limit(
                  fastest,
                  "ScaleDownLimit",
                  "the desired replica count is decreasing faster than the maximum scale rate")
              : tooFew();
      return wanted < limit.replicas() ? limit : within(wanted);
    }
    return within(wanted);
  }

  private Limit limitedWithoutBehavior(int current, int wanted) {
    int fastest = Math.max(UP_FACTOR * current, UP_MINIMUM);
    if (wanted < minimum) {
      return tooFew();
    }
    Limit most =
        maximum > fastest
            ? new Limit(
                fastest,
                "ScaleUpLimit",
                "the desired replica count is increasing faster than the maximum scale rate")
            : tooMany();
    return wanted > most.replicas() ? most : within(wanted);
  }

  private Limit tooMany() {
    return new Limit(
        maximum,
        "TooManyReplicas",
        "the desired replica count is more than the maximum replica count");
  }

  private Limit tooFew() {
    return new Limit(
        minimum,
        "TooFewReplicas",
        "the desired replica count is less than the minimum replica count");
  }

  private static Limit within(int wanted) {
    return new Limit(
        wanted, "DesiredWithinRange", "the desired count is within the acceptable range");
  }

  /** Returns the number of replicas to which the policies of a direction allow scaling now. */
  private int fastest(String direction, int current, ScaleHistory history, Instant now) {
    JsonNode rules = behavior.path(direction);
    String select = rules.path("selectPolicy").asText("Max");
    if (select.equals("Disabled")) {
      return current;
    }
    boolean up = direction.equals("scaleUp");
    // The largest change: most replicas up, fewest down.
    boolean largest = select.equals("Max") == up;
    IntBinaryOperator choice = largest ? Math::max : Math::min;
    int result = largest ? Integer.MIN_VALUE : Integer.MAX_VALUE;
    for (JsonNode policy : rules.path("policies")) {
      Instant since = now.minusSeconds(policy.path("periodSeconds").asLong());
      int before = current - history.change(since);
      result = choice.applyAsInt(result, step(policy, before, up));
    }
    return result;
  }

  private static int step(JsonNode policy, int before, boolean up) {
    int value = policy.path("value").asInt();
    if (policy.path("type").asText().equals("Pods")) {
      return up ? before + value : before - value;
    }
    double share = (double) value / PERCENT;
    return up ? (int) Math.ceil(before * (1 + share)) : (int) (before * (1 - share));
  }
}
