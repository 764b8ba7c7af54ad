package io.listwatch.storage;

/** The requested revision has not been reached yet. */
public final class FutureRevisionException extends StorageException {
  private static final long serialVersionUID = 1;

  private final long current;

  public FutureRevisionException(long requested, long current) {
    super("revision: %d (expected: <= %d, the current one)".formatted(requested, current));
    this.current = current;
  }

  /** Returns the current revision at the time of the request. */
  public long current() {
    return current;
  }
}
