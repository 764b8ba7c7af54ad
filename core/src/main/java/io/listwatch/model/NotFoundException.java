package io.listwatch.model;

/** There is no such object, or no such type. */
public final class NotFoundException extends ApiException {
  private static final long serialVersionUID = 1;

  public NotFoundException(Status status) {
    super(status);
  }
}
