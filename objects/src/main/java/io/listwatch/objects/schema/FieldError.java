package io.listwatch.objects.schema;

import io.listwatch.model.Status;
import io.listwatch.selector.Quotation;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One thing that is wrong with one field of an object, in the reference's words.
 *
 * @param reason one word for programs, such as {@code FieldValueInvalid}
 * @param field a path, such as {@code metadata.finalizers[0]}
 * @param message what is wrong with the field, without naming it
 */
public record FieldError(String reason, String field, String message) {
  /** A value that breaks a rule. Text is shown between quotes, all else as it is. */
  public static FieldError invalid(String field, Object value, String rule) {
    return new FieldError(
        "FieldValueInvalid", field, "Invalid value: " + shown(value) + ": " + rule);
  }

  /** A value that is missing; the rule may be empty if there is nothing to add. */
  public static FieldError required(String field, String rule) {
    return new FieldError("FieldValueRequired", field, with("Required value", rule));
  }

  /** A value that is well formed, but not for this object now. */
  public static FieldError forbidden(String field, String rule) {
    return new FieldError("FieldValueForbidden", field, with("Forbidden", rule));
  }

  /** A value that takes more room than there is. */
  public static FieldError tooLong(String field, long maxBytes) {
    return new FieldError(
        "FieldValueTooLong", field, "Too long: may not be more than " + maxBytes + " bytes");
  }

  /** A value that is none of a few. */
  public static FieldError unsupported(String field, Object value, List<String> supported) {
    String choice = supported.stream().map(Quotation::of).collect(Collectors.joining(", "));
    return new FieldError(
        "FieldValueNotSupported",
        field,
        "Unsupported value: " + shown(value) + ": supported values: " + choice);
  }

  /** How a value is told: text between quotes, all else as JSON that could stand in a web page. */
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

  /** As clients are told. */
  public Status.Cause cause() {
    return new Status.Cause(reason, message, field);
  }

  @Override
  public String toString() {
    return field + ": " + message;
  }
}
