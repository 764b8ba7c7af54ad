package io.listwatch.model;

/**
 * The server could not be reached, broke off, or says that it cannot serve now. What was known
 * before is as good as it was; trying again may help.
 */
public final class UnavailableException extends ApiException {
  private static final long serialVersionUID = 1;

  public UnavailableException(Status status) {
    super(status);
  }

  /** The connection could not be made or broke off. */
  public UnavailableException(String message, Throwable cause) {
    super(status(message), cause);
  }

  public UnavailableException(String message) {
    super(status(message));
  }

  private static Status status(String message) {
    return Status.of(503, StatusReason.SERVICE_UNAVAILABLE, message);
  }
}
