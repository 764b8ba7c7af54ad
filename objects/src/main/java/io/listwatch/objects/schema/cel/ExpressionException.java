package io.listwatch.objects.schema.cel;

/** An expression of an admission policy or a match condition failed. */
public final class ExpressionException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  ExpressionException(String message, Reason reason) {
    super(message, null, false, false);
    this.reason = reason;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  /** True if no further expression may be evaluated. */
  public boolean outOfBudget() {
    return reason == Reason.OUT_OF_BUDGET;
  }

  /** True if the expression does not compile. */
  public boolean notCompiled() {
    return reason == Reason.NOT_COMPILED;
  }

  enum Reason {
    NOT_COMPILED,
    INVALID_RESULT,
    OUT_OF_BUDGET
  }
}
