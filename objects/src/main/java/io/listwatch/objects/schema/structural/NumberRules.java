package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What a schema asks of numbers; null where it asks nothing. Whole numbers are compared as such as
 * long as the bound is one, too.
 *
 * @param range what a number of the type and format can be at all
 */
record NumberRules(
    @Nullable Double minimum,
    boolean aboveMinimum,
    @Nullable Double maximum,
    boolean belowMaximum,
    @Nullable Double multipleOf,
    NumberRange range) {
  /** How far from a whole number a quotient may be, for a fraction has no exact quotients. */
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

  /** Whether a number is all that is asked. */
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

  /** Whether a bound is compared as a whole number. */
  boolean exactly(JsonValue value, double bound) {
    return value.isInteger() && value.isInLongRange() && range.holds(bound);
  }

  /** Whether a number that may have a fraction has none. */
  static boolean isWhole(double number) {
    double whole = number < 0 ? Math.ceil(number) : Math.floor(number);
    double distance = Math.abs(number - whole);
    return Math.abs(number) <= MAX_EXACT
        && (distance == 0 || distance / (Math.abs(number) + Math.abs(whole)) < TOLERANCE);
  }
}
