package io.listwatch.model;

/** Thrown when the server is overloaded. Its status may contain the time to wait. */
public final class TooManyRequestsException extends ApiException {
  private static final long serialVersionUID = 1;

  public TooManyRequestsException(Status status) {
    super(status);
  }
}
