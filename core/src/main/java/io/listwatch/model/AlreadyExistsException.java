package io.listwatch.model;

/** Thrown when an object of that name already exists. */
public final class AlreadyExistsException extends ApiException {
  private static final long serialVersionUID = 1;

  public AlreadyExistsException(Status status) {
    super(status);
  }
}
