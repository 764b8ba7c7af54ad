package io.listwatch.model;

/** The history after the requested version has been compacted away; list again to catch up. */
public final class ExpiredException extends ApiException {
  private static final long serialVersionUID = 1;

  public ExpiredException(Status status) {
    super(status);
  }
}
