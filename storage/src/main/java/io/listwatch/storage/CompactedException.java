package io.listwatch.storage;

/** The requested revision has been compacted; read the current state instead. */
public final class CompactedException extends StorageException {
  private static final long serialVersionUID = 1;

  private final long oldest;

  public CompactedException(long requested, long oldest) {
    super("revision: %d (expected: >= %d, the oldest kept)".formatted(requested, oldest));
    this.oldest = oldest;
  }

  /** Returns the oldest revision that can be read; a watch can begin after it. */
  public long oldest() {
    return oldest;
  }
}
