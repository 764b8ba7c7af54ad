package io.listwatch.objects.schema;

import io.listwatch.model.Status;
import io.listwatch.selector.Quotation;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A validation error of one field, in kube-apiserver's words.
 *
 * @param reason the machine-readable reason, such as {@code FieldValueInvalid}
 * @param field a path, such as {@code metadata.finalizers[0]}
 * @param message the error, without the field's path
 */
public record FieldError(String reason, String field, String message) {
  /**
   * Returns the error for a value that breaks a rule. Strings are shown in quotes, other values as
   * they are.
   */
  public static FieldError invalid(String field, Object value, String rule) {
    return new FieldError(
        "FieldValueInvalid", field, "Invalid value: " + shown(value) + ": " + rule);
  }

  /** Returns the error for a missing value; the rule may be empty. */
  public static FieldError required(String field, String rule) {
    return new FieldError("FieldValueRequired", field, with("Required value", rule));
  }

  /** Returns the error for a well-formed value that this object may not have now. */
  public static FieldError forbidden(String field, String rule) {
    return new FieldError("FieldValueForbidden", field, with("Forbidden", rule));
  }

  /** Returns the error for a value that is too long. */
  public static FieldError tooLong(String field, long maxBytes) {
    String rule =
        maxBytes < 0 ? "value is too long" : "may not be more than " + counted(maxBytes, "byte");
    return new FieldError("FieldValueTooLong", field, "Too long: " + rule);
  }

  /** Returns the error for a list or map with too many items. */
  public static FieldError tooMany(String field, int size, long max) {
    String rule = max < 0 ? "has too many items" : "must have at most " + counted(max, "item");
    return new FieldError("FieldValueTooMany", field, "Too many: " + size + ": " + rule);
  }

  private static String counted(long number, String unit) {
    return number + " " + unit + (number == 1 ? "" : "s");
  }

  /** Returns the error for a value that occurs twice. */
  public static FieldError duplicate(String field, Object value) {
    return new FieldError("FieldValueDuplicate", field, "Duplicate value: " + shown(value));
  }

  /** Returns the error for a value that is not in an enumeration. */
  public static FieldError unsupported(String field, Object value, List<String> supported) {
    String choice = supported.stream().map(Quotation::of).collect(Collectors.joining(", "));
    return new FieldError(
        "FieldValueNotSupported",
        field,
        "Unsupported value: " + shown(value) + ": supported values: " + choice);
  }

  /**
   * Returns the form of a value in messages: strings in quotes, other values as JSON with HTML
   * characters escaped, as in Go.
   */
  public static String shown(Object value) {
    return value instanceof String text
        ? Quotation.of(text)
        : value
            .toString()
            .replace("&", "\\u0026")
            .replace("<", "\\u003c")
            .replace(">", "\\u003e")
            .replace("\u2028", "\\u2028")
            .replace("\u2029", "\\u2029");
  }

  private static String with(String what, String rule) {
    return rule.isEmpty() ? what : what + ": " + rule;
  }

  /** Returns the form in the response. */
  public Status.Cause cause() {
    return new Status.Cause(reason, message, field);
  }

  @Override
  public String toString() {
    return field + ": " + message;
  }
}
