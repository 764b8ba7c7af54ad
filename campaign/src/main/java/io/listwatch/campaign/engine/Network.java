package io.listwatch.campaign.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Network namespaces that are connected by a bridge, so that one of them can be cut off. Where this
 * process may not create them, all hosts are the loopback interface, and cannot be cut off.
 *
 * <p>Not thread-safe.
 */
public final class Network {
  private final String name;
  private final boolean namespaces;
  private final List<Host> hosts = new ArrayList<>();

  private Network(String name, boolean namespaces) {
    this.name = name;
    this.namespaces = namespaces;
  }

  /**
   * Creates a network with this number of hosts. Its names include the process id, which makes them
   * unique.
   */
  static Network of(int count) throws IOException, InterruptedException {
    long pid = ProcessHandle.current().pid();
    String name = "lw" + Long.toString(pid, 36);
    var network = new Network(name, Shell.succeeds("ip", "link", "add", name, "type", "bridge"));
    String subnet = "10.%d.%d.".formatted(200 + pid / 250 % 50, pid % 250);
    if (network.namespaces) {
      Processes.atEnd(network::end);
      Shell.run("ip", "address", "add", subnet + "1/24", "dev", name);
      Shell.run("ip", "link", "set", name, "up");
    }
    for (int i = 0; i < count; i++) {
      network.hosts.add(
          network.namespaces ? network.add(i, subnet) : network.new Host(i, "127.0.0.1"));
    }
    return network;
  }

  private Host add(int index, String subnet) throws IOException, InterruptedException {
    var host = new Host(index, subnet + (index + 2));
    String inside = host.link() + "i";
    Shell.run("ip", "netns", "add", host.link());
    Shell.run("ip", "link", "add", host.link(), "type", "veth", "peer", "name", inside);
    Shell.run("ip", "link", "set", inside, "netns", host.link());
    Shell.run("ip", "link", "set", host.link(), "master", name, "up");
    Shell.run("ip", "-n", host.link(), "address", "add", host.address + "/24", "dev", inside);
    Shell.run("ip", "-n", host.link(), "link", "set", inside, "up");
    Shell.run("ip", "-n", host.link(), "link", "set", "lo", "up");
    return host;
  }

  List<Host> hosts() {
    return hosts;
  }

  /** A host of the network: a network namespace, or the loopback interface. */
  public final class Host {
    private final int index;
    private final String address;

    private Host(int index, String address) {
      this.index = index;
      this.address = address;
    }

    String address() {
      return address;
    }

    private String link() {
      return name + "h" + index;
    }

    /** Returns the command prefix that runs a program in this namespace. */
    List<String> prefix() {
      return namespaces ? List.of("ip", "netns", "exec", link()) : List.of();
    }

    /** True if {@link #cutOff} works. */
    public boolean canBeCutOff() {
      return namespaces;
    }

    /** Drops all packets from and to this host. */
    public void cutOff(boolean on) throws IOException, InterruptedException {
      if (namespaces) {
        Shell.run("ip", "link", "set", link(), on ? "down" : "up");
      }
    }
  }

  public void end() throws InterruptedException {
    if (namespaces) {
      for (Host host : hosts) {
        var unused = Shell.succeeds("ip", "netns", "delete", host.link());
      }
      var unused = Shell.succeeds("ip", "link", "delete", name);
    }
  }
}
