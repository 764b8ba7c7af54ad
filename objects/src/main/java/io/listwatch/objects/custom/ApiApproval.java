package io.listwatch.objects.custom;

import io.listwatch.model.Status.Cause;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.selector.Quotation;
import java.util.Optional;

/**
 * The annotation {@code api-approved.kubernetes.io}, which definitions in groups of the Kubernetes
 * community need.
 *
 * @param text the value of the annotation; empty if there is none
 */
record ApiApproval(String text, State state) {
  private static final String ANNOTATION = "api-approved.kubernetes.io";
  private static final String RULE =
      "protected groups must have approval annotation \"" + ANNOTATION + "\"";
  private static final String SEE = ", see https://github.com/kubernetes/enhancements/pull/1111";

  /** Returns the approval of a definition; empty if its group needs none. */
  static Optional<ApiApproval> of(CustomResourceDefinition definition) {
    String group = "." + definition.group();
    return group.endsWith(".k8s.io") || group.endsWith(".kubernetes.io")
        ? Optional.of(said(definition.metadata()))
        : Optional.empty();
  }

  private static ApiApproval said(JsonValue metadata) {
    String text = metadata.path("annotations").path(ANNOTATION).asText();
    if (text.isEmpty()) {
      return new ApiApproval(text, State.MISSING);
    }
    if (text.startsWith("unapproved")) {
      return new ApiApproval(text, State.BYPASSED);
    }
    boolean url = text.matches("[a-zA-Z][^:]*://[^/].*");
    return new ApiApproval(text, url ? State.GIVEN : State.INVALID);
  }

  /** Returns the validation error, if there is one. */
  Optional<Cause> problem() {
    String field = "metadata.annotations[" + ANNOTATION + "]";
    return switch (state) {
      case MISSING -> Optional.of(FieldError.required(field, reason()).cause());
      case INVALID -> Optional.of(FieldError.invalid(field, text, reason()).cause());
      case BYPASSED, GIVEN -> Optional.empty();
    };
  }

  /** Returns the condition for the definition's status. */
  CustomStatus.Condition condition() {
    return new CustomStatus.Condition(
        "KubernetesAPIApprovalPolicyConformant", state == State.GIVEN, state.condition, reason());
  }

  private String reason() {
    return switch (state) {
      case MISSING -> RULE + SEE;
      case INVALID -> RULE + " with either a URL or a reason starting with \"unapproved\"" + SEE;
      case BYPASSED -> "not approved: " + Quotation.of(text);
      case GIVEN -> "approved in " + text;
    };
  }

  /** The states of an approval, each with the reason of its condition. */
  enum State {
    MISSING("MissingAnnotation"),
    INVALID("InvalidAnnotation"),
    BYPASSED("UnapprovedAnnotation"),
    GIVEN("ApprovedAnnotation");

    private final String condition;

    State(String condition) {
      this.condition = condition;
    }
  }
}
