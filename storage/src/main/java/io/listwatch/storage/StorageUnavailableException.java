package io.listwatch.storage;

/**
 * The storage cannot answer now: it is overloaded, out of reach or took too long. Trying again may
 * help. A write that failed so may have happened all the same; a conditional one can be repeated,
 * for if the first attempt took effect the second conflicts with it.
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
