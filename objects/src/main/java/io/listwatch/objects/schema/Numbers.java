package io.listwatch.objects.schema;

import io.listwatch.objects.json.JsonValue;

/** The canonical form of numbers: 64-bit integers as they are, all others as doubles. */
final class Numbers {
  private Numbers() {}

  /** Returns the number as a long or a double. */
  static JsonValue normalized(JsonValue number) {
    if (number.isLong()) {
      return number;
    }
    double value = number.doubleValue() + 0.0; // turns -0.0 into 0.0
    return Double.isFinite(value) ? JsonValue.of(value) : number;
  }

  /** Returns a number of an integer field as an integer: {@code 5.0} and {@code 5e0} are 5. */
  static JsonValue whole(JsonValue number) {
    if (number.isLong() || !number.isNumber()) {
      return number;
    }
    double value = number.doubleValue();
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1L << 53;
    return whole ? JsonValue.of((long) value) : number;
  }
}
