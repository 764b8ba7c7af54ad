package io.listwatch.workloads.object;

import com.fasterxml.jackson.databind.JsonNode;

/** A count that is a number, or a percentage of a total. */
public final class IntOrPercent {
  private static final int PERCENT = 100;

  private IntOrPercent() {}

  /** Returns the count; a percentage is rounded up. */
  public static int roundedUp(JsonNode value, int total) {
    return isPercentage(value)
        ? (int) ((percentage(value) * total + PERCENT - 1) / PERCENT)
        : value.asInt();
  }

  /** Returns the count; a percentage is rounded down. */
  public static int roundedDown(JsonNode value, int total) {
    return isPercentage(value) ? (int) (percentage(value) * total / PERCENT) : value.asInt();
  }

  private static boolean isPercentage(JsonNode value) {
    return value.isTextual() && value.asText().endsWith("%");
  }

  private static long percentage(JsonNode value) {
    String text = value.asText();
    return Long.parseLong(text.substring(0, text.length() - 1));
  }
}
