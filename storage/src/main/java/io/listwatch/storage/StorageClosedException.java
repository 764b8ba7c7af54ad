package io.listwatch.storage;

/** The storage has been closed. */
public final class StorageClosedException extends StorageException {
  private static final long serialVersionUID = 1;

  public StorageClosedException() {
    super("the storage is closed");
  }
}
