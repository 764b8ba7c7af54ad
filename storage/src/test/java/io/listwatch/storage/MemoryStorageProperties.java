package io.listwatch.storage;

final class MemoryStorageProperties extends StorageModelContract {
  @Override
  protected StorageEngine engine() {
    return MemoryStorage::open;
  }
}
