package io.listwatch.server.schema.structural;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** What a schema asks of numbers; null where it asks nothing. */
record NumberRules(
    @Nullable Double minimum,
    boolean aboveMinimum,
    @Nullable Double maximum,
    boolean belowMaximum,
    @Nullable Double multipleOf) {
  static NumberRules of(JsonNode json) {
    return new NumberRules(
        number(json.path("minimum")),
        json.path("exclusiveMinimum").asBoolean(),
        number(json.path("maximum")),
        json.path("exclusiveMaximum").asBoolean(),
        number(json.path("multipleOf")));
  }

  private static @Nullable Double number(JsonNode json) {
    return json.isNumber() ? json.doubleValue() : null;
  }

  boolean none() {
    return minimum == null && maximum == null && multipleOf == null;
  }
}
