package io.listwatch.storage;

/** A key or value has more bytes than may be stored. */
public final class TooLargeException extends StorageException {
  private static final long serialVersionUID = 1;

  private final int max;

  public TooLargeException(String what, int length, int max) {
    super("%s: %d bytes (expected: at most %d)".formatted(what, length, max));
    this.max = max;
  }

  /** How many bytes there may be. */
  public int max() {
    return max;
  }
}
