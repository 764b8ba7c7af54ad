package io.listwatch.model;

/** Something went wrong inside the server. */
public final class InternalErrorException extends ApiException {
  private static final long serialVersionUID = 1;

  public InternalErrorException(Status status) {
    super(status);
  }
}
