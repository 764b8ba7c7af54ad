package io.listwatch.objects.json;

import io.listwatch.json.JsonType;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A number as it is written. Two numbers are equal if their values are equal and both or neither
 * are integers.
 */
final class NumberValue extends JsonValue {
  private static final int MAX_LONG_DIGITS = 18;
  private static final BigDecimal MIN = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final NumberValue[] SMALL = small();

  private final String spelling;
  private final boolean integer;

  NumberValue(String spelling) {
    this.spelling = spelling;
    this.integer = isInteger(spelling);
  }

  private static NumberValue[] small() {
    NumberValue[] small = new NumberValue[256];
    for (int i = 0; i < small.length; i++) {
      small[i] = new NumberValue(Integer.toString(i));
    }
    return small;
  }

  static NumberValue spelled(long number) {
    return number >= 0 && number < SMALL.length
        ? SMALL[(int) number]
        : new NumberValue(Long.toString(number));
  }

  private static boolean isInteger(String spelling) {
    for (int i = 0; i < spelling.length(); i++) {
      char c = spelling.charAt(i);
      if (c == '.' || c == 'e' || c == 'E') {
        return false;
      }
    }
    return true;
  }

  @Override
  public JsonType type() {
    return JsonType.NUMBER;
  }

  @Override
  public boolean isInteger() {
    return integer;
  }

  @Override
  public boolean isInt() {
    return isLong() && longValue() == (int) longValue();
  }

  @Override
  public boolean isLong() {
    return integer && isInLongRange();
  }

  @Override
  public boolean isInLongRange() {
    if (integer && spelling.length() <= MAX_LONG_DIGITS) {
      return true;
    }
    BigDecimal value = decimalValue();
    return value.compareTo(MIN) >= 0 && value.compareTo(MAX) <= 0;
  }

  @Override
  public String asText() {
    return spelling;
  }

  @Override
  public boolean asBoolean() {
    return decimalValue().signum() != 0;
  }

  @Override
  public long asLong() {
    return longValue();
  }

  @Override
  public long longValue() {
    return integer && spelling.length() <= MAX_LONG_DIGITS
        ? Long.parseLong(spelling)
        : decimalValue().longValue();
  }

  @Override
  public double doubleValue() {
    return Double.parseDouble(spelling);
  }

  @Override
  public BigDecimal decimalValue() {
    return new BigDecimal(spelling);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NumberValue that
        && integer == that.integer
        && (spelling.equals(that.spelling)
            || (!integer && decimalValue().compareTo(that.decimalValue()) == 0));
  }

  @Override
  public int hashCode() {
    return Double.hashCode(doubleValue());
  }
}
