package io.listwatch.storage;

/**
 * The storage has reached its quota and rejects writes that need more space. Deletions still work,
 * and so do updates that are hardly larger than the values they replace. Nothing was written.
 */
public final class StorageFullException extends StorageException {
  private static final long serialVersionUID = 1;

  public StorageFullException(String message) {
    super(message);
  }

  public StorageFullException(String message, Throwable cause) {
    super(message, cause);
  }
}
