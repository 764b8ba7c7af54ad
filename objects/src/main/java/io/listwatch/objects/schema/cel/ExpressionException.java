package io.listwatch.objects.schema.cel;

/** An expression of an admission policy or a match condition failed. */
public final class ExpressionException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean outOfBudget;

  ExpressionException(String message, boolean outOfBudget) {
    super(message, null, false, false);
    this.outOfBudget = outOfBudget;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  /** True if no further expression may be evaluated. */
  public boolean outOfBudget() {
    return outOfBudget;
  }
}
