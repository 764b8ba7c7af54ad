package io.listwatch.model;

/** The server has not reached the requested version yet; ask again later or for any version. */
public final class VersionTooLargeException extends ApiException {
  private static final long serialVersionUID = 1;

  public VersionTooLargeException(Status status) {
    super(status);
  }
}
