package io.listwatch.model;

/**
 * The API refused or failed. Subclasses are the failures that a caller would treat differently;
 * everything else is told apart by its {@link #status}.
 */
public class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Not serialised: an exception that travels keeps its message. */
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
