package io.listwatch.storage;

/**
 * The storage is overloaded, unreachable, full or too slow; a retry may succeed. The failed write
 * had no effect; if that is not certain, the engine throws {@link UnknownOutcomeException}.
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
