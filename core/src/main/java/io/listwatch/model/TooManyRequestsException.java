package io.listwatch.model;

/** The server asks for patience; its status may say for how long. */
public final class TooManyRequestsException extends ApiException {
  private static final long serialVersionUID = 1;

  public TooManyRequestsException(Status status) {
    super(status);
  }
}
