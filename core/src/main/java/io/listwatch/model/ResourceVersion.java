package io.listwatch.model;

import org.jspecify.annotations.Nullable;

/**
 * A point in the history of a collection. Opaque on the wire; two that are decimal numbers can be
 * compared.
 *
 * <p>Immutable. Kept small, because every object has one: a version that fits a {@code long} has no
 * string.
 */
public final class ResourceVersion {
  private static final long NOT_A_NUMBER = -1;

  /** No version was given. */
  public static final ResourceVersion UNSET = new ResourceVersion(NOT_A_NUMBER, "");

  private static final String LONGEST_NUMBER = Long.toString(Long.MAX_VALUE);

  private final long number;
  private final @Nullable String text;

  private ResourceVersion(long number, @Nullable String text) {
    this.number = number;
    this.text = text;
  }

  public static ResourceVersion of(String text) {
    if (text.isEmpty()) {
      return UNSET;
    }
    return isDecimal(text) && !isGreater(text, LONGEST_NUMBER)
        ? new ResourceVersion(Long.parseLong(text), null)
        : new ResourceVersion(NOT_A_NUMBER, text);
  }

  public static ResourceVersion of(long number) {
    if (number < 1) {
      throw new IllegalArgumentException("version: " + number + " (expected: at least 1)");
    }
    return new ResourceVersion(number, null);
  }

  /** True for digits only, without a leading zero. The version zero does not exist. */
  private static boolean isDecimal(String text) {
    if (text.isEmpty() || text.charAt(0) == '0') {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return false;
      }
    }
    return true;
  }

  /** True if one decimal number of any length is greater than another. */
  private static boolean isGreater(String digits, String others) {
    return digits.length() == others.length()
        ? digits.compareTo(others) > 0
        : digits.length() > others.length();
  }

  public boolean isUnset() {
    return text != null && text.isEmpty();
  }

  /** True if the two can be ordered: both are decimal numbers, of any length. */
  public boolean comparableTo(ResourceVersion other) {
    return decimal() && other.decimal();
  }

  private boolean decimal() {
    return text == null || isDecimal(text);
  }

  /**
   * True if this is later in the history than {@code other}.
   *
   * @throws IllegalArgumentException if the two are not {@linkplain #comparableTo comparable}
   */
  public boolean newerThan(ResourceVersion other) {
    if (text == null && other.text == null) {
      return number > other.number;
    }
    if (!comparableTo(other)) {
      throw new IllegalArgumentException(
          "versions: %s, %s (expected: decimal numbers)".formatted(this, other));
    }
    return isGreater(toString(), other.toString());
  }

  /**
   * Returns the version as a number for a gauge: its last 15 digits, or zero if it is not decimal.
   */
  public long asGauge() {
    if (!decimal()) {
      return 0;
    }
    String digits = toString();
    // 15 digits are exact in a double.
    return Long.parseLong(digits.substring(Math.max(0, digits.length() - 15)));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ResourceVersion that
        && number == that.number
        && (text == null ? that.text == null : text.equals(that.text));
  }

  @Override
  public int hashCode() {
    return text == null ? Long.hashCode(number) : text.hashCode();
  }

  /** Returns the version as it is on the wire. */
  @Override
  public String toString() {
    return text == null ? Long.toString(number) : text;
  }
}
