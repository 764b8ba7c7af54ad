package io.listwatch.storage;

import org.junit.jupiter.api.Nested;

/**
 * The contract of every {@link Storage}. Each engine has one test class that extends it, and
 * another that extends {@link StorageModelContract}.
 */
public abstract class StorageContract {
  protected abstract StorageEngine engine();

  @Nested
  final class Writing extends StorageWritingContract {
    @Override
    StorageEngine engine() {
      return StorageContract.this.engine();
    }
  }

  @Nested
  final class Reading extends StorageReadingContract {
    @Override
    StorageEngine engine() {
      return StorageContract.this.engine();
    }
  }

  @Nested
  final class Watching extends StorageWatchingContract {
    @Override
    StorageEngine engine() {
      return StorageContract.this.engine();
    }
  }

  @Nested
  final class Compaction extends StorageCompactionContract {
    @Override
    StorageEngine engine() {
      return StorageContract.this.engine();
    }
  }

  @Nested
  final class Expiring extends StorageExpiringContract {
    @Override
    StorageEngine engine() {
      return StorageContract.this.engine();
    }
  }

  @Nested
  final class Concurrency extends StorageConcurrencyContract {
    @Override
    StorageEngine engine() {
      return StorageContract.this.engine();
    }
  }

  @Nested
  final class Closing extends StorageClosingContract {
    @Override
    StorageEngine engine() {
      return StorageContract.this.engine();
    }
  }

  @Nested
  final class Copying extends StorageCopyingContract {
    @Override
    StorageEngine engine() {
      return StorageContract.this.engine();
    }
  }
}
