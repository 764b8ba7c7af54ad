package io.listwatch.model;

/**
 * Thrown when the server could not be reached, closed the connection, or cannot serve now. Earlier
 * responses stay valid, and a retry may help.
 */
public final class UnavailableException extends ApiException {
  private static final long serialVersionUID = 1;

  public UnavailableException(Status status) {
    super(status);
  }

  /** Creates an exception for a connection that failed. */
  public UnavailableException(String message, Throwable cause) {
    super(status(message), cause);
  }

  public UnavailableException(String message) {
    super(status(message));
  }

  private static Status status(String message) {
    return Status.of(StatusReason.SERVICE_UNAVAILABLE, message);
  }
}
