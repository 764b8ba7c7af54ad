package io.listwatch.server.registry.admission.webhook;

/**
 * A webhook could not be called, or its response is invalid. The failure policy decides whether the
 * write is rejected.
 */
final class CallFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int code;

  /**
   * @param code for metrics: the status of the error
   */
  CallFailedException(String message, int code) {
    super(message, null, false, false);
    this.code = code;
  }

  int code() {
    return code;
  }
}
