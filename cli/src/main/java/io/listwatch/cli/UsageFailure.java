package io.listwatch.cli;

/** Thrown for an invalid combination of options. The message names the options. */
final class UsageFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  UsageFailure(String message) {
    super(message);
  }
}
