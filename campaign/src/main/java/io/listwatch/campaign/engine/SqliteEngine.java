package io.listwatch.campaign.engine;

import io.listwatch.storage.Retention;
import io.listwatch.storage.Storage;
import io.listwatch.storage.sqlite.SqliteStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** One server with its own database, on a small disk. */
public final class SqliteEngine implements Engine {
  private final Disk disk;
  private final ApiServer server;

  public SqliteEngine(Path directory) throws IOException, InterruptedException {
    this.disk = Disk.mount(directory.resolve("disk"));
    this.server =
        new ApiServer("sqlite", directory.resolve("sqlite.log"), options(disk.directory()));
  }

  private static List<String> options(Path disk) {
    return List.of(
        "--data=" + disk.resolve("data"),
        "--history-minutes=100000",
        "--history-revisions=100000000",
        "--bookmark-seconds=1");
  }

  public Disk disk() {
    return disk;
  }

  public ApiServer server() {
    return server;
  }

  @Override
  public String name() {
    return "sqlite";
  }

  @Override
  public List<ApiServer> servers() {
    return List.of(server);
  }

  @Override
  public Storage openStorage() {
    return SqliteStorage.open(data(), new MachineClock(), Retention.everything());
  }

  @Override
  public boolean isShared() {
    return false;
  }

  @Override
  public void heal() throws IOException {
    disk.free();
  }

  @Override
  public Path data() {
    return disk.directory().resolve("data");
  }

  @Override
  public void end() throws IOException, InterruptedException {
    server.end();
    disk.end();
    Files.deleteIfExists(disk.directory());
  }
}
