package io.listwatch.storage.etcd;

import static io.listwatch.storage.Waiting.await;

import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.StatusRequest;
import io.etcd.jetcd.api.StatusResponse;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/** One member of an {@link EtcdCluster}: a process, its data and its log. */
public final class EtcdMember {
  private final String name;
  private final URI client;
  private final URI peer;
  private final Path data;
  private final Path log;
  private @Nullable Process process;
  private List<String> command = List.of();

  EtcdMember(String name, String scheme, int clientPort, int peerPort, Path directory) {
    this.name = name;
    this.client = URI.create(scheme + "://127.0.0.1:" + clientPort);
    this.peer = URI.create("http://127.0.0.1:" + peerPort);
    this.data = directory.resolve(name);
    this.log = directory.resolve(name + ".log");
  }

  String name() {
    return name;
  }

  URI client() {
    return client;
  }

  URI peer() {
    return peer;
  }

  void start(String cluster, List<String> more) {
    var words = new ArrayList<>(List.of(System.getenv().getOrDefault("ETCD", "etcd")));
    words.addAll(List.of("--name", name, "--data-dir", data.toString()));
    words.addAll(List.of("--listen-client-urls", client.toString()));
    words.addAll(List.of("--advertise-client-urls", client.toString()));
    words.addAll(List.of("--listen-peer-urls", peer.toString()));
    words.addAll(List.of("--initial-advertise-peer-urls", peer.toString()));
    words.addAll(List.of("--initial-cluster", cluster, "--initial-cluster-state", "new"));
    words.addAll(List.of("--heartbeat-interval", "100", "--election-timeout", "1000"));
    words.addAll(List.of("--logger", "zap", "--log-level", "warn"));
    words.addAll(more);
    command = words;
    restart();
  }

  /** Starts the member, with its existing data if it has run before. */
  public void restart() {
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "etcd is missing: apt-get install etcd-server, or name the program in ETCD", e);
    }
  }

  /** Blocks until the member accepts connections and knows a leader. */
  public void awaitReady() {
    try {
      await().until(this::isReadyWhileRunning);
    } catch (ConditionTimeoutException e) {
      throw notStarted();
    }
  }

  private boolean isReadyWhileRunning() {
    if (process == null || !process.isAlive()) {
      throw notStarted();
    }
    return isReady();
  }

  private NotStartedException notStarted() {
    return new NotStartedException(name + " did not start:\n" + log());
  }

  private boolean isReady() {
    if (client.getScheme().equals("https")) {
      return isListening();
    }
    var status = status();
    return status != null && status.getLeader() != 0;
  }

  private boolean isListening() {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(client.getHost(), client.getPort()), 1_000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  boolean leads() {
    var status = status();
    return status != null && status.getLeader() == status.getHeader().getMemberId();
  }

  private @Nullable StatusResponse status() {
    var channel =
        NettyChannelBuilder.forAddress(client.getHost(), client.getPort()).usePlaintext().build();
    try {
      return MaintenanceGrpc.newBlockingStub(channel)
          .withDeadlineAfter(2, TimeUnit.SECONDS)
          .status(StatusRequest.getDefaultInstance());
    } catch (StatusRuntimeException e) {
      return null;
    } finally {
      channel.shutdownNow();
    }
  }

  String log() {
    try {
      return Files.exists(log) ? Files.readString(log) : "";
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** A member that did not start, with the reason from its log. */
  static final class NotStartedException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private NotStartedException(String message) {
      super(message);
    }

    /** True if another process has taken the port since it was found to be free. */
    boolean isOfPort() {
      return String.valueOf(getMessage()).contains("address already in use");
    }
  }

  /** Kills the process without warning. */
  public void kill() {
    if (process != null) {
      process.destroyForcibly();
      try {
        process.waitFor(10, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
