package io.listwatch.model;

/** Thrown when the object, or its type, does not exist. */
public final class NotFoundException extends ApiException {
  private static final long serialVersionUID = 1;

  public NotFoundException(Status status) {
    super(status);
  }
}
