package io.listwatch.bench;

import io.listwatch.storage.StorageClock;
import io.listwatch.storage.etcd.EtcdStorage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A local etcd with one member and its own data directory. */
public final class LocalEtcd implements AutoCloseable {
  private final Process process;
  private final URI client;

  private LocalEtcd(Path directory) throws IOException {
    this.client = URI.create("http://127.0.0.1:" + freePort());
    String peer = "http://127.0.0.1:" + freePort();
    List<String> command =
        List.of(
            System.getenv().getOrDefault("ETCD", "etcd"),
            "--data-dir=" + directory,
            "--listen-client-urls=" + client,
            "--advertise-client-urls=" + client,
            "--listen-peer-urls=" + peer,
            "--initial-advertise-peer-urls=" + peer,
            "--initial-cluster=default=" + peer,
            "--quota-backend-bytes=8589934592");
    this.process =
        new ProcessBuilder(Processors.forServer(command))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "end-of-etcd"));
  }

  /**
   * Starts etcd; returns empty if the machine has no etcd. The environment variable ETCD names a
   * binary that is not on the path.
   */
  public static Optional<LocalEtcd> start(Path directory) {
    try {
      return Optional.of(new LocalEtcd(directory));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Starts etcd; throws if the machine has no etcd. */
  public static LocalEtcd required(Path directory) throws IOException {
    return start(directory)
        .orElseThrow(
            () -> new IOException("etcd: not found (expected: on the path, or named by ETCD)"));
  }

  public static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  public URI address() {
    return client;
  }

  /** Returns the CPU time of the process so far. */
  public Duration cpu() {
    return process.info().totalCpuDuration().orElseThrow();
  }

  /** Waits until etcd has started, and opens a storage on it. */
  public EtcdStorage open(String prefix, StorageClock clock) {
    return EtcdStorage.builder(List.of(client), clock)
        .prefix(prefix)
        .timeout(Duration.ofSeconds(20))
        .open();
  }

  /** Waits for the end of the process, because its files are removed next. */
  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
