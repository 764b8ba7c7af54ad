package io.listwatch.model;

/**
 * Thrown when the server has not reached the requested version yet. Retry later, or request any
 * version.
 */
public final class VersionTooLargeException extends ApiException {
  private static final long serialVersionUID = 1;

  public VersionTooLargeException(Status status) {
    super(status);
  }
}
