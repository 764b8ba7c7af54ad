package io.listwatch.server.registry.admission.policy;

import io.listwatch.objects.schema.cel.ExpressionException;

/**
 * Thrown if a mutation cannot be computed or applied; the failure policy decides whether the write
 * is rejected.
 */
final class MutationFailedException extends Exception {
  private static final long serialVersionUID = 1;

  private final String errorType;

  MutationFailedException(String message) {
    super(message);
    this.errorType = "invalid_error";
  }

  MutationFailedException(ExpressionException cause) {
    super(cause.getMessage(), cause);
    this.errorType =
        cause.outOfBudget()
            ? "out_of_budget"
            : cause.notCompiled() ? "compile_error" : "invalid_error";
  }

  /** Returns the {@code error_type} of kube-apiserver's metrics. */
  String errorType() {
    return errorType;
  }
}
