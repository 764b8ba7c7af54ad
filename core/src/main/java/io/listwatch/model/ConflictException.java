package io.listwatch.model;

/** Thrown when the object has changed since it was read. Read it again and redo the change. */
public final class ConflictException extends ApiException {
  private static final long serialVersionUID = 1;

  public ConflictException(Status status) {
    super(status);
  }
}
