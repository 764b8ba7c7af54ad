package io.listwatch.campaign.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One etcd member, in a network namespace of its own where that is possible. */
public final class EtcdMember {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name;
  private final Network.Host host;
  private final int clientPort;
  private final int peerPort;
  private final Path directory;
  private @Nullable Process process;
  private List<String> command = List.of();

  EtcdMember(String name, Network.Host host, int clientPort, int peerPort, Path directory) {
    this.name = name;
    this.host = host;
    this.clientPort = clientPort;
    this.peerPort = peerPort;
    this.directory = directory;
  }

  String nameAndPeer() {
    return name + "=" + peer();
  }

  URI client() {
    return URI.create("http://" + host.address() + ":" + clientPort);
  }

  private String peer() {
    return "http://" + host.address() + ":" + peerPort;
  }

  public Network.Host host() {
    return host;
  }

  void start(String cluster) throws IOException {
    var words = new ArrayList<>(host.prefix());
    words.add(System.getenv().getOrDefault("ETCD", "etcd"));
    words.addAll(List.of("--name", name, "--data-dir", directory.resolve(name).toString()));
    words.addAll(List.of("--listen-client-urls", client().toString()));
    words.addAll(List.of("--advertise-client-urls", client().toString()));
    words.addAll(List.of("--listen-peer-urls", peer()));
    words.addAll(List.of("--initial-advertise-peer-urls", peer()));
    words.addAll(List.of("--initial-cluster", cluster, "--initial-cluster-state", "new"));
    words.addAll(List.of("--heartbeat-interval", "100", "--election-timeout", "1000"));
    words.addAll(List.of("--logger", "zap", "--log-level", "error"));
    command = words;
    restart();
  }

  /** Starts the member, with its existing data if it has run before. */
  public void restart() throws IOException {
    Process started =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(directory.resolve(name + ".log").toFile()))
            .start();
    process = started;
    Processes.endWithThisOne(started);
  }

  public void kill() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly();
      var unused = process.waitFor(10, TimeUnit.SECONDS);
    }
  }

  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  /**
   * Sends a signal to etcd. {@code ip netns exec} replaces itself by etcd, so the pid is etcd's.
   */
  public void signal(String signal) throws InterruptedException {
    if (process != null) {
      Shell.signal(process.pid(), signal);
    }
  }

  /** True if the member serves and knows a leader. */
  boolean isReady() throws InterruptedException {
    JsonNode status = status();
    return status != null && !status.path("leader").asText("0").equals("0");
  }

  public boolean leads() throws InterruptedException {
    JsonNode status = status();
    return status != null
        && status.path("leader").asText().equals(status.at("/header/member_id").asText("-"));
  }

  private @Nullable JsonNode status() throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(client().resolve("/v3/maintenance/status"))
            .timeout(Duration.ofSeconds(2))
            .POST(BodyPublishers.ofString("{}"))
            .build();
    try {
      return JSON.readTree(HTTP.send(request, BodyHandlers.ofString()).body());
    } catch (IOException unreachable) {
      return null;
    }
  }
}
