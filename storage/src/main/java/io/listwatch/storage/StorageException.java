package io.listwatch.storage;

/**
 * A failed or rejected storage operation. Each failure that a caller would handle differently has a
 * subclass. This class itself means a failure that neither a retry nor another request will fix.
 */
public class StorageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public StorageException(String message) {
    super(message);
  }

  public StorageException(String message, Throwable cause) {
    super(message, cause);
  }
}
