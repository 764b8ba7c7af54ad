package io.listwatch.bench.storage;

import io.listwatch.bench.LocalEtcd;
import io.listwatch.bench.Scratch;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageClock;
import io.listwatch.storage.sqlite.SqliteStorage;
import io.listwatch.time.Timers;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens the storage engines to measure, new and empty each time. */
final class Engines implements AutoCloseable {
  private final StorageClock clock = new StorageTime(Timers.system());
  private final Scratch scratch;
  private final @Nullable LocalEtcd etcd;

  Engines(Scratch scratch) {
    this.scratch = scratch;
    this.etcd = LocalEtcd.start(scratch.resolve("etcd")).orElse(null);
  }

  List<String> names() {
    return etcd != null ? List.of("SqliteStorage", "EtcdStorage") : List.of("SqliteStorage");
  }

  /** Returns the engines in the order of {@link #names}. */
  List<Storage> open(String purpose) {
    List<Storage> engines = new ArrayList<>();
    engines.add(openSqlite(purpose));
    if (etcd != null) {
      engines.add(etcd.open("/" + purpose, clock));
    }
    return engines;
  }

  SqliteStorage openSqlite(String purpose) {
    return SqliteStorage.open(directory(purpose), clock);
  }

  Path directory(String purpose) {
    return scratch.resolve(purpose);
  }

  BareSqlite openBare(String purpose) throws SQLException {
    openSqlite(purpose).close();
    return new BareSqlite(directory(purpose));
  }

  @Override
  public void close() {
    if (etcd != null) {
      etcd.close();
    }
  }
}
