package io.listwatch.objects.schema.cel;

/**
 * The possible number of characters or elements of a value.
 *
 * @param least the minimum
 * @param most the maximum; infinite if it is unknown
 */
record SizeRange(double least, double most) {
  static final SizeRange UNKNOWN = new SizeRange(0, Double.POSITIVE_INFINITY);
  static final SizeRange ONE = of(1);

  static SizeRange of(double size) {
    return new SizeRange(size, size);
  }

  SizeRange plus(SizeRange other) {
    return new SizeRange(least + other.least, most + other.most);
  }

  SizeRange times(SizeRange other) {
    return new SizeRange(product(least, other.least), product(most, other.most));
  }

  /** Returns the range that covers both. */
  SizeRange or(SizeRange other) {
    return new SizeRange(Math.min(least, other.least), Math.max(most, other.most));
  }

  /** Returns the cost of reading the largest value, at this cost for each character or element. */
  double cost(double each) {
    return Math.ceil(product(most, each));
  }

  /** Returns 0 for zero times infinity. */
  static double product(double a, double b) {
    return a == 0 || b == 0 ? 0 : a * b;
  }
}
