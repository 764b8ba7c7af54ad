package io.listwatch.cli;

/** Options that do not go together, or not alone. The message says which. */
final class UsageFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  UsageFailure(String message) {
    super(message);
  }
}
