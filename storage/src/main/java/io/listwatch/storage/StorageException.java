package io.listwatch.storage;

/**
 * A storage refused or failed. Subclasses are the failures that a caller would treat differently;
 * this class itself is one that neither trying again nor asking differently will mend.
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
