package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonValue;

/** The range of numbers of a type and format. */
enum NumberRange {
  INT32("integer", "int32"),
  INT64("integer", "int64"),
  /** Integers without a known format. */
  INTEGER("integer", ""),
  FLOAT("number", "float"),
  ANY("number", "");

  /**
   * The smallest integer that is too large for a long. kube-apiserver writes a double with as few
   * digits as possible before it compares, so the negative one is too small as well.
   */
  private static final double TOO_LARGE = 0x1p63;

  private final String type;
  private final String format;

  NumberRange(String type, String format) {
    this.type = type;
    this.format = format;
  }

  static NumberRange of(JsonType type, String format) {
    if (type == JsonType.INTEGER) {
      return format.equals("int32") ? INT32 : format.equals("int64") ? INT64 : INTEGER;
    }
    return type == JsonType.NUMBER && format.equals("float") ? FLOAT : ANY;
  }

  /** Returns the name in messages. */
  String word() {
    return type + (format.isEmpty() ? " (default format)" : " with format " + format);
  }

  boolean holds(JsonValue value) {
    if (value.isInteger() && value.isInLongRange()) {
      return holds(value.longValue());
    }
    return holds(value.doubleValue());
  }

  private boolean holds(long value) {
    return this != INT32 || value == (int) value;
  }

  boolean holds(double value) {
    return switch (this) {
      case INT32 -> value == (int) value;
      case INT64, INTEGER -> value == Math.rint(value) && value > -TOO_LARGE && value < TOO_LARGE;
      case FLOAT -> Math.abs(value) <= Float.MAX_VALUE;
      case ANY -> true;
    };
  }
}
