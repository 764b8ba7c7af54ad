package io.listwatch.server.http.request;

import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.selector.Quotation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** Collects all errors in the options of a request before it is rejected. */
final class FieldErrors {
  private final String kind;
  private final List<Status.Cause> causes = new ArrayList<>();

  /**
   * @param kind the kind of the options, such as {@code ListOptions}
   */
  FieldErrors(String kind) {
    this.kind = kind;
  }

  void forbid(String field, String detail) {
    add("FieldValueForbidden", "Forbidden: " + detail, field);
  }

  void require(String field, String detail) {
    add("FieldValueRequired", "Required value: " + detail, field);
  }

  void invalid(String field, String value, String detail) {
    String message = "Invalid value: %s: %s".formatted(Quotation.of(value), detail);
    add("FieldValueInvalid", message, field);
  }

  void tooLong(String field, String detail) {
    add("FieldValueTooLong", "Too long: " + detail, field);
  }

  /** Adds an unsupported value. Both strings are printed as they are. */
  void unsupported(String field, String value, String supported) {
    String message = "Unsupported value: %s: supported values: %s".formatted(value, supported);
    add("FieldValueNotSupported", message, field);
  }

  private void add(String reason, String message, String field) {
    causes.add(new Status.Cause(reason, message, field));
  }

  /** Rejects the request if there are errors. */
  void throwIfAny() {
    if (!causes.isEmpty()) {
      String message = "%s.meta.k8s.io \"\" is invalid: %s".formatted(kind, summary());
      var details = Status.Details.of("meta.k8s.io", kind, "").withCauses(causes);
      throw Status.of(StatusReason.INVALID, message).withDetails(details).toException();
    }
  }

  private String summary() {
    var lines = new LinkedHashSet<String>();
    causes.forEach(cause -> lines.add(cause.field() + ": " + cause.message()));
    String joined = String.join(", ", lines);
    return lines.size() == 1 ? joined : "[" + joined + "]";
  }
}
