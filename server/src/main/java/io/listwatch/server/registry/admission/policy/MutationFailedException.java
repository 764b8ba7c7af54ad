package io.listwatch.server.registry.admission.policy;

import io.listwatch.objects.schema.cel.ExpressionException;

/** Thrown if a mutation cannot be computed or applied; the failure policy decides what follows. */
final class MutationFailedException extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean outOfBudget;

  MutationFailedException(String message) {
    super(message);
    this.outOfBudget = false;
  }

  MutationFailedException(ExpressionException cause) {
    super(cause.getMessage(), cause);
    this.outOfBudget = cause.outOfBudget();
  }

  /** Returns the {@code error_type} of kube-apiserver's metrics. */
  String errorType() {
    if (outOfBudget) {
      return "out_of_budget";
    }
    return String.valueOf(getMessage()).startsWith("compilation")
        ? "compile_error"
        : "invalid_error";
  }
}
