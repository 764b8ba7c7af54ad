package io.listwatch.objects;

import io.listwatch.objects.schema.FieldError;

/**
 * One error in a manifest.
 *
 * @param reason the machine-readable reason: one of kube-apiserver's, such as {@code
 *     FieldValueInvalid}, or one of the constants here
 * @param field the path, such as {@code spec.containers[0].name}; empty for the whole object
 * @param message the error in kube-apiserver's words, without the path
 * @param line the line in the manifest, counted from 1: of the field, or of its nearest parent if
 *     the field is missing
 */
public record Problem(String reason, String field, String message, int line) {
  /** The kind has no such field. */
  public static final String UNKNOWN_FIELD = "UnknownField";

  /** The manifest has the field twice. */
  public static final String DUPLICATE_FIELD = "DuplicateField";

  /** The value cannot be decoded as the type of the field. */
  public static final String WRONG_TYPE = "WrongType";

  /** The kind is neither built in nor defined, or its objects cannot be created. */
  public static final String UNKNOWN_KIND = "UnknownKind";

  /** kube-apiserver forbids the object, although each of its fields is valid. */
  public static final String FORBIDDEN = "Forbidden";

  /** The patch is malformed, or does not fit the object. */
  public static final String INVALID_PATCH = "InvalidPatch";

  /** Another field manager owns the field. */
  public static final String CONFLICT = "FieldManagerConflict";

  static Problem of(FieldError error, Manifest source) {
    return at(error.reason(), error.field(), error.message(), source);
  }

  static Problem at(String reason, String field, String message, Manifest source) {
    return new Problem(reason, field, message, source.line(field));
  }

  /** Returns path and message, as in kube-apiserver's errors. */
  @Override
  public String toString() {
    return field.isEmpty() ? message : field + ": " + message;
  }
}
