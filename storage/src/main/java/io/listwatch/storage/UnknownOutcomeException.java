package io.listwatch.storage;

/**
 * A write was sent to the engine, and the engine did not confirm it: the write may have taken
 * effect, or may still do so. Read the key before you repeat the write. It is safe to repeat a
 * conditional write: if the first attempt took effect, the second conflicts with it.
 */
public final class UnknownOutcomeException extends StorageException {
  private static final long serialVersionUID = 1;

  public UnknownOutcomeException(String message) {
    super(message);
  }

  public UnknownOutcomeException(String message, Throwable cause) {
    super(message, cause);
  }
}
