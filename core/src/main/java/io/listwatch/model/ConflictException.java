package io.listwatch.model;

/** The object has changed since it was read; read it again and redo the change. */
public final class ConflictException extends ApiException {
  private static final long serialVersionUID = 1;

  public ConflictException(Status status) {
    super(status);
  }
}
