package io.listwatch.storage;

/**
 * A failed or rejected storage operation. Subclasses are the failures that a caller would handle
 * differently. This class itself means a failure that neither a retry nor another request will fix.
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
