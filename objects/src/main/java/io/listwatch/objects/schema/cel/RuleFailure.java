package io.listwatch.objects.schema.cel;

import dev.cel.common.CelErrorCode;
import dev.cel.common.exceptions.CelRuntimeException;

/** Ends the evaluation of a rule with an error in kube-apiserver's words. */
final class RuleFailure extends CelRuntimeException {
  private static final long serialVersionUID = 1L;

  private final String message;

  RuleFailure(String message) {
    super(new IllegalArgumentException(message), CelErrorCode.INVALID_ARGUMENT);
    this.message = message;
  }

  @Override
  public String getMessage() {
    return message;
  }
}
