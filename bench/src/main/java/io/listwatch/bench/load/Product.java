package io.listwatch.bench.load;

import io.listwatch.bench.LocalEtcd;
import io.listwatch.bench.Scratch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Listwatch with its storage; on {@code etcd} with an etcd of its own, whose cost counts, too. */
final class Product implements AutoCloseable {
  private static final String ETCD = "etcd";

  private final @Nullable LocalEtcd etcd;
  private final ServerProcess server;

  /**
   * Starts Listwatch as a user does.
   *
   * @param storage {@code sqlite}, {@code memory} or {@code etcd}
   * @param options further options of {@code listwatch serve}
   * @param flags JVM flags that override the launcher's own
   */
  Product(Scratch scratch, String storage, List<String> options, String... flags)
      throws IOException {
    etcd = storage.equals(ETCD) ? LocalEtcd.required(scratch.resolve("product-etcd")) : null;
    List<String> command = ServerProcess.command(scratch, storage);
    if (etcd != null) {
      command.add("--etcd-endpoints=" + etcd.address());
    }
    command.addAll(options);
    server = new ServerProcess(ServerProcess.PRODUCT, command, flags);
  }

  ServerProcess server() {
    return server;
  }

  /** Returns the CPU time of the server and its etcd so far. */
  Duration cpu() {
    return etcd == null ? server.cpu() : server.cpu().plus(etcd.cpu());
  }

  @Override
  public void close() {
    server.close();
    if (etcd != null) {
      etcd.close();
    }
  }
}
