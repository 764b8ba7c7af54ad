package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Quantities;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * The value of a {@link Field}. Reading never fails: a value that is absent, null or of the wrong
 * type reads as an empty string, as zero, as false or as no items.
 */
abstract class FieldValue {
  private final JsonValue value;

  FieldValue(JsonValue value) {
    this.value = value;
  }

  JsonValue value() {
    return value;
  }

  boolean present() {
    return !value.isMissing() && !value.isNull();
  }

  boolean absent() {
    return !present();
  }

  /** True for an empty string, list or map, and for an absent value. */
  boolean isEmpty() {
    return value.isText() ? value.textValue().isEmpty() : value.isEmpty();
  }

  /** True for Go's zero value: empty, or the number zero. */
  boolean isZero() {
    return value.isNumber() ? number() == 0 : isEmpty();
  }

  /** Returns the number of items of a list or entries of a map. */
  int size() {
    return value.size();
  }

  String text() {
    return value.isText() ? value.textValue() : "";
  }

  /** Returns the length of the string in UTF-8. */
  int bytes() {
    return text().getBytes(StandardCharsets.UTF_8).length;
  }

  boolean is(String text) {
    return text().equals(text);
  }

  long number() {
    return value.isInteger() && value.isInLongRange() ? value.longValue() : 0;
  }

  boolean isTrue() {
    return value.isBoolean() && value.booleanValue();
  }

  boolean isFalse() {
    return value.isBoolean() && !value.booleanValue();
  }

  /** Returns the value of a quantity; zero if it is malformed. */
  BigDecimal quantity() {
    return value.isNumber() ? value.decimalValue() : Quantities.decimalValue(text());
  }

  /** True if both values are equal. Absent, null, an empty list and an empty map are equal. */
  boolean alike(FieldValue other) {
    return content(value).equalsByNumber(content(other.value));
  }

  private static JsonValue content(JsonValue value) {
    boolean hollow = value.isNull() || (value.isContainer() && value.isEmpty());
    return hollow ? JsonValue.MISSING : value;
  }
}
