package io.listwatch.model;

/** Thrown for an internal error of the server. */
public final class InternalErrorException extends ApiException {
  private static final long serialVersionUID = 1;

  public InternalErrorException(Status status) {
    super(status);
  }
}
