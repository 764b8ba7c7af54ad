package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The constraints of a schema on numbers; null where there is none. Integers are compared exactly
 * if the bound is an integer too.
 *
 * @param range the range of all numbers of the type and format
 */
record NumberRules(
    @Nullable Double minimum,
    boolean aboveMinimum,
    @Nullable Double maximum,
    boolean belowMaximum,
    @Nullable Double multipleOf,
    NumberRange range) {
  /**
   * The relative tolerance for integers. kube-apiserver has it because division of fractions, for
   * {@code multipleOf}, is not exact, and applies it to the type of a number, too.
   */
  private static final double TOLERANCE = 1e-9;

  private static final double MAX_EXACT = 9007199254740991d;

  static NumberRules of(JsonValue json, JsonType type, String format) {
    return new NumberRules(
        number(json.path("minimum")),
        json.path("exclusiveMinimum").asBoolean(),
        number(json.path("maximum")),
        json.path("exclusiveMaximum").asBoolean(),
        number(json.path("multipleOf")),
        NumberRange.of(type, format));
  }

  private static @Nullable Double number(JsonValue json) {
    return json.isNumber() ? json.doubleValue() : null;
  }

  /** True if the number satisfies all constraints. */
  boolean fits(JsonValue value) {
    return range.holds(value)
        && (multipleOf == null || (range.holds(multipleOf) && isMultiple(value, multipleOf)))
        && (minimum == null || (range.holds(minimum) && !tooSmall(value, minimum)))
        && (maximum == null || (range.holds(maximum) && !tooLarge(value, maximum)));
  }

  boolean isMultiple(JsonValue value, double factor) {
    if (exactly(value, factor)) {
      return (long) factor > 0 && value.longValue() % (long) factor == 0;
    }
    double number = value.doubleValue();
    return factor > 0 && isWhole(factor < 1 ? 1 / factor * number : number / factor);
  }

  boolean tooSmall(JsonValue value, double bound) {
    if (exactly(value, bound)) {
      long number = value.longValue();
      return aboveMinimum ? number <= (long) bound : number < (long) bound;
    }
    double number = value.doubleValue();
    return aboveMinimum ? number <= bound : number < bound;
  }

  boolean tooLarge(JsonValue value, double bound) {
    if (exactly(value, bound)) {
      long number = value.longValue();
      return belowMaximum ? number >= (long) bound : number > (long) bound;
    }
    double number = value.doubleValue();
    return belowMaximum ? number >= bound : number > bound;
  }

  /** True if a bound is compared as an integer. */
  boolean exactly(JsonValue value, double bound) {
    return value.isInteger() && value.isInLongRange() && range.holds(bound);
  }

  /** True if a number is an integer, within the tolerance if it is positive. */
  static boolean isWhole(double number) {
    double whole = Math.rint(number) == number ? number : Math.floor(number);
    double distance = number - whole;
    return Math.abs(number) <= MAX_EXACT
        && (distance == 0 || (number > 0 && distance / (number + whole) < TOLERANCE));
  }
}
