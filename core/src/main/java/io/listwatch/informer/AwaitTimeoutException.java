package io.listwatch.informer;

/** An informer did not come to show what somebody waited for; the message says what it showed. */
public final class AwaitTimeoutException extends RuntimeException {
  private static final long serialVersionUID = 1;

  AwaitTimeoutException(String message) {
    super(message);
  }
}
