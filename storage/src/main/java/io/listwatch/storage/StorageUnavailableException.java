package io.listwatch.storage;

/**
 * The storage is overloaded, unreachable or too slow; a retry may succeed. A write that failed like
 * this may have taken effect. It is safe to retry a conditional write: if the first attempt took
 * effect, the second conflicts with it.
 */
public final class StorageUnavailableException extends StorageException {
  private static final long serialVersionUID = 1;

  public StorageUnavailableException(String message) {
    super(message);
  }

  public StorageUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
