package io.listwatch.model;

/** An object of that name exists already. */
public final class AlreadyExistsException extends ApiException {
  private static final long serialVersionUID = 1;

  public AlreadyExistsException(Status status) {
    super(status);
  }
}
