package io.listwatch.informer;

/**
 * Thrown when an informer did not reach the awaited state in time. The message contains the last
 * state seen.
 */
public final class AwaitTimeoutException extends RuntimeException {
  private static final long serialVersionUID = 1;

  AwaitTimeoutException(String message) {
    super(message);
  }
}
