package io.listwatch.model;

/**
 * Thrown when the history after the requested version has been compacted. List again to catch up.
 */
public final class ExpiredException extends ApiException {
  private static final long serialVersionUID = 1;

  public ExpiredException(Status status) {
    super(status);
  }
}
