package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Finds numbers that no double can represent, which kube-apiserver's decoder rejects. */
final class DoubleRange {
  private DoubleRange() {}

  /** Returns the message about the first number that is too large; null if there is none. */
  static @Nullable String problem(JsonValue value) {
    if (value.isNumber()) {
      return value.isLong() || Double.isFinite(value.doubleValue()) ? null : message(value);
    }
    for (JsonValue each : value) {
      String problem = problem(each);
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private static String message(JsonValue number) {
    return "json: cannot unmarshal number %s into Go value of type float64"
        .formatted(number.asText());
  }
}
