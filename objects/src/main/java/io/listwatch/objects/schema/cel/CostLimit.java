package io.listwatch.objects.schema.cel;

/**
 * Ends an evaluation that costs too much. An error rather than an exception, because {@code a || b}
 * in a rule survives any exception in {@code a}, so that a loop over such expressions would
 * continue to its end.
 */
final class CostLimit extends Error {
  private static final long serialVersionUID = 1L;

  CostLimit() {
    super("operation cancelled: actual cost limit exceeded", null, false, false);
  }
}
