package io.listwatch.storage.etcd;

import static io.listwatch.storage.Waiting.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An etcd cluster on loopback with one or several members, each with its own ports and data
 * directory. The environment variable {@code ETCD} names the executable; by default it is the
 * installed one.
 */
public final class EtcdCluster implements AutoCloseable {
  private static final int TRIES = 5;

  private final Path directory;
  private final List<EtcdMember> members = new ArrayList<>();

  private EtcdCluster(Path directory) {
    this.directory = directory;
  }

  public static EtcdCluster start(int size, String... more) {
    for (int tries = 1; true; tries++) {
      try {
        return startOnce(size, List.of(more));
      } catch (EtcdMember.NotStartedException e) {
        if (!e.isOfPort() || tries == TRIES) {
          throw e;
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static EtcdCluster startOnce(int size, List<String> more) throws IOException {
    var cluster = new EtcdCluster(Files.createTempDirectory("listwatch-etcd"));
    try {
      cluster.startMembers(size, more);
      return cluster;
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void startMembers(int size, List<String> more) throws IOException {
    String scheme = more.stream().anyMatch(o -> o.startsWith("--cert-file")) ? "https" : "http";
    int[] ports = freePorts(2 * size);
    for (int i = 0; i < size; i++) {
      members.add(new EtcdMember("member" + i, scheme, ports[2 * i], ports[2 * i + 1], directory));
    }
    String all =
        members.stream().map(m -> m.name() + "=" + m.peer()).collect(Collectors.joining(","));
    members.forEach(member -> member.start(all, more));
    members.forEach(EtcdMember::awaitReady);
  }

  private static int[] freePorts(int count) throws IOException {
    var sockets = new ArrayList<ServerSocket>();
    int[] ports = new int[count];
    for (int i = 0; i < count; i++) {
      sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      ports[i] = sockets.get(i).getLocalPort();
    }
    for (var socket : sockets) {
      socket.close();
    }
    return ports;
  }

  public EtcdMember member(int index) {
    return members.get(index);
  }

  public List<URI> endpoints() {
    return members.stream().map(EtcdMember::client).toList();
  }

  /** Returns the leader; waits for an election if there is none. */
  public EtcdMember leader() {
    var leaders = new ArrayList<EtcdMember>();
    await()
        .until(
            () -> {
              members.stream().filter(EtcdMember::leads).forEach(leaders::add);
              return !leaders.isEmpty();
            });
    return leaders.get(0);
  }

  @Override
  public void close() {
    members.forEach(EtcdMember::kill);
    try (var files = Files.walk(directory)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
