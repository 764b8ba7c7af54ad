package io.listwatch.storage;

/** A key or value is larger than the storage allows. */
public final class TooLargeException extends StorageException {
  private static final long serialVersionUID = 1;

  private final int max;

  public TooLargeException(String what, int length, int max) {
    super("%s: %d bytes (expected: at most %d)".formatted(what, length, max));
    this.max = max;
  }

  /** Returns the maximum size in bytes. */
  public int max() {
    return max;
  }
}
