package io.listwatch.objects.schema.structural;

import static java.util.Objects.requireNonNull;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.SortedForm;
import io.listwatch.selector.Quotation;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates the errors about the current value of a validation, in kube-apiserver's words. */
final class Complaints {
  /** kube-apiserver's path of errors that belong to no field. */
  private static final String NOWHERE = "<nil>";

  private final ValuePath path;
  private final String prefix;

  /**
   * @param path the path of the current value, relative to the start of the validation
   * @param prefix the path of that start in its object; empty for the object itself
   */
  Complaints(ValuePath path, String prefix) {
    this.path = path;
    this.prefix = prefix;
  }

  private String field(String place) {
    if (place.isEmpty()) {
      return prefix.isEmpty() ? NOWHERE : prefix;
    }
    return prefix.isEmpty() ? place : prefix + "." + place;
  }

  private String field() {
    return field(path.toString());
  }

  /**
   * Returns the error for a value of the wrong type; for a string, {@code actual} is the string
   * itself.
   */
  FieldError type(String expected, String actual) {
    String shown = Quotation.of(actual);
    return new FieldError(
        "FieldValueTypeInvalid",
        field(),
        "Invalid value: %s: %s in body must be of type %s: %s"
            .formatted(shown, path, expected, shown));
  }

  FieldError notAllowed(JsonValue value, List<JsonValue> allowed) {
    return FieldError.unsupported(
        field(), shown(value), allowed.stream().map(Complaints::word).toList());
  }

  private static String word(JsonValue value) {
    return value.isText() ? value.textValue() : JsonTrees.write(value);
  }

  FieldError junction(String rule) {
    return FieldError.invalid(field(""), "", Quotation.of(path.toString()) + " " + rule);
  }

  FieldError tooLong(@Nullable Long max) {
    return FieldError.tooLong(field(), requireNonNull(max));
  }

  FieldError tooFew(int size, @Nullable Long min, String what) {
    return invalid(size, "should have at least " + min + " " + what);
  }

  FieldError tooMany(int size, @Nullable Long max) {
    return FieldError.tooMany(field(), size, requireNonNull(max));
  }

  FieldError required(String member) {
    path.enter(member);
    FieldError error = FieldError.required(field(), "");
    path.leave();
    return error;
  }

  FieldError forbidden(String member) {
    return FieldError.invalid(
        field(), member, "%s.%s in body is a forbidden property".formatted(path, member));
  }

  /** Returns the error for a number that the type cannot represent. */
  FieldError range(String what, NumberRange range) {
    return FieldError.invalid(
        field(""), "", "%s value must be of type %s in %s".formatted(what, range.word(), path));
  }

  FieldError factor(String factor) {
    return FieldError.invalid(
        field(),
        new Verbatim(factor),
        "factor MultipleOf declared for %s must be positive: %s".formatted(path, factor));
  }

  FieldError invalid(JsonValue value, String rule) {
    return invalid(shown(value), rule);
  }

  FieldError invalid(Object value, String rule) {
    return FieldError.invalid(field(), value, path + " in body " + rule);
  }

  /** Returns the form of a value for {@link FieldError#shown}. */
  static Object shown(JsonValue value) {
    if (value.isText()) {
      return value.textValue();
    }
    if (value.isNumber() && !(value.isInteger() && value.isInLongRange())) {
      return new Verbatim(spelled(value.doubleValue()));
    }
    return new Verbatim(JsonTrees.write(SortedForm.sorted(value)));
  }

  /** Formats a double with as few digits as possible, and with an exponent from a million on. */
  static String spelled(double number) {
    if (number == 0 || !Double.isFinite(number)) {
      return number == 0 ? "0" : Double.toString(number);
    }
    BigDecimal digits = new BigDecimal(Double.toString(number)).stripTrailingZeros();
    int exponent = digits.precision() - digits.scale() - 1;
    if (exponent >= -4 && exponent < 6) {
      return digits.toPlainString();
    }
    BigDecimal mantissa = digits.movePointLeft(exponent).stripTrailingZeros();
    return "%se%s%02d"
        .formatted(mantissa.toPlainString(), exponent < 0 ? "-" : "+", Math.abs(exponent));
  }

  /** A value that is shown without quotes. */
  private record Verbatim(String text) {
    @Override
    public String toString() {
      return text;
    }
  }
}
