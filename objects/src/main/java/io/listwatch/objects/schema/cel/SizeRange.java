package io.listwatch.objects.schema.cel;

/**
 * How many characters or elements a value can have.
 *
 * @param least what it has in any case
 * @param most infinite if nobody knows
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

  /** The range of a value that is either. */
  SizeRange or(SizeRange other) {
    return new SizeRange(Math.min(least, other.least), Math.max(most, other.most));
  }

  /** What it costs to go through all of it. */
  double cost(double each) {
    return Math.ceil(product(most, each));
  }

  /** Nothing at all of something endless is nothing. */
  static double product(double a, double b) {
    return a == 0 || b == 0 ? 0 : a * b;
  }
}
