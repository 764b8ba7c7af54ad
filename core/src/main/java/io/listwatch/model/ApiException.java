package io.listwatch.model;

/**
 * Thrown when an API request was rejected or failed. Callers may catch the subclasses for failures
 * that need their own handling; all others are distinguished by {@link #status}.
 */
public class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Not serialized: a deserialized exception has only its message. */
  private final transient Status status;

  public ApiException(Status status) {
    super(describe(status));
    this.status = status;
  }

  public ApiException(Status status, Throwable cause) {
    super(describe(status), cause);
    this.status = status;
  }

  private static String describe(Status status) {
    String reason = status.reason().isEmpty() ? Integer.toString(status.code()) : status.reason();
    return status.message().isEmpty() ? reason : reason + ": " + status.message();
  }

  public Status status() {
    return status;
  }
}
