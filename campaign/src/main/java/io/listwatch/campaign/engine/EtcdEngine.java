package io.listwatch.campaign.engine;

import io.listwatch.storage.Storage;
import io.listwatch.storage.etcd.EtcdStorage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Two servers on an etcd cluster of three members. */
public final class EtcdEngine implements Engine {
  private static final int MEMBERS = 3;
  private static final int SERVERS = 2;
  private static final int PATIENCE_SECONDS = 60;

  private final Path directory;
  private final Network network;
  private final List<EtcdMember> members = new ArrayList<>();
  private final List<ApiServer> servers = new ArrayList<>();

  public EtcdEngine(Path directory) throws IOException, InterruptedException {
    this.directory = directory;
    this.network = Network.of(MEMBERS);
    for (int i = 0; i < MEMBERS; i++) {
      members.add(
          new EtcdMember("member" + i, network.hosts().get(i), freePort(), freePort(), directory));
    }
    String cluster = members.stream().map(EtcdMember::nameAndPeer).collect(Collectors.joining(","));
    for (EtcdMember member : members) {
      member.start(cluster);
    }
    awaitReady();
    for (int i = 0; i < SERVERS; i++) {
      String name = "etcd-" + i;
      servers.add(new ApiServer(name, directory.resolve(name + ".log"), options(name)));
    }
  }

  private List<String> options(String name) {
    return List.of(
        "--data=" + directory.resolve(name),
        "--storage=etcd",
        "--etcd-endpoints="
            + endpoints().stream().map(String::valueOf).collect(Collectors.joining(",")),
        "--history-minutes=100000",
        "--bookmark-seconds=1");
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private List<URI> endpoints() {
    return members.stream().map(EtcdMember::client).toList();
  }

  public List<EtcdMember> members() {
    return members;
  }

  /** Returns the leader, or any member if there is none at the moment. */
  public EtcdMember leader() throws InterruptedException {
    for (int i = 0; i < 50; i++) {
      for (EtcdMember member : members) {
        if (member.leads()) {
          return member;
        }
      }
      Thread.sleep(100);
    }
    return members.get(0);
  }

  private void awaitReady() throws IOException, InterruptedException {
    for (int i = 0; i < PATIENCE_SECONDS * 10; i++) {
      boolean ready = true;
      for (EtcdMember member : members) {
        ready &= member.isReady();
      }
      if (ready) {
        return;
      }
      Thread.sleep(100);
    }
    throw new IOException("etcd is not ready; see its logs in " + directory);
  }

  @Override
  public String name() {
    return "etcd";
  }

  @Override
  public List<ApiServer> servers() {
    return servers;
  }

  @Override
  public Storage openStorage() {
    return EtcdStorage.builder(endpoints(), new MachineClock()).prefix("/listwatch").open();
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public void heal() throws IOException, InterruptedException {
    for (EtcdMember member : members) {
      member.host().cutOff(false);
      member.signal("CONT");
      if (!member.isAlive()) {
        member.restart();
      }
    }
    awaitReady();
  }

  @Override
  public Path data() {
    return directory;
  }

  @Override
  public void end() throws IOException, InterruptedException {
    for (ApiServer server : servers) {
      server.end();
    }
    for (EtcdMember member : members) {
      member.kill();
    }
    network.end();
  }
}
