package io.listwatch.storage;

/**
 * A stored value is damaged, or of a format that this version does not read. Other values are not
 * affected.
 */
public final class UnreadableValueException extends StorageException {
  private static final long serialVersionUID = 1;

  public UnreadableValueException(String message) {
    super(message);
  }
}
