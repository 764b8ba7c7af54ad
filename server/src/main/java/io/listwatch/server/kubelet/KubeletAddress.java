package io.listwatch.server.kubelet;

import io.listwatch.json.JsonPath;
import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.Status;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the address of a node's kubelet in the status of the node. */
final class KubeletAddress {
  private static final JsonPath ADDRESSES = JsonPath.of("status.addresses[*].address");
  private static final JsonPath TYPES = JsonPath.of("status.addresses[*].type");
  private static final JsonPath PORT = JsonPath.of("status.daemonEndpoints.kubeletEndpoint.Port");

  /** kube-apiserver's defaults, in its order. */
  private static final List<String> PREFERRED =
      List.of("Hostname", "InternalDNS", "InternalIP", "ExternalDNS", "ExternalIP");

  private static final int DEFAULT_PORT = 10_250;

  private KubeletAddress() {}

  /**
   * Returns the preferred address of a node. Host names are skipped, because DNS could resolve them
   * to any address.
   *
   * @throws ApiException if the node has no address, or if it is outside of {@code networks}
   */
  static InetSocketAddress of(Resource node, KubeletNetworks networks) {
    InetAddress address = preferred(node);
    if (!networks.contains(address)) {
      throw failure(
          "error dialing backend: node %s has the address %s, and this server connects to nodes on"
                  .formatted(node.key().name(), address.getHostAddress())
              + " loopback addresses only, unless --kubelet-networks allows others");
    }
    return new InetSocketAddress(address, port(node));
  }

  private static InetAddress preferred(Resource node) {
    List<String> types = node.texts(TYPES);
    List<String> addresses = node.texts(ADDRESSES);
    for (String type : PREFERRED) {
      for (int i = 0; i < Math.min(types.size(), addresses.size()); i++) {
        Optional<InetAddress> found =
            types.get(i).equals(type) ? KubeletNetworks.parse(addresses.get(i)) : Optional.empty();
        if (found.isPresent()) {
          return found.get();
        }
      }
    }
    throw failure("no preferred addresses found; known addresses: " + known(types, addresses));
  }

  private static String known(List<String> types, List<String> addresses) {
    var known = new ArrayList<String>();
    for (int i = 0; i < Math.min(types.size(), addresses.size()); i++) {
      known.add("{%s %s}".formatted(types.get(i), addresses.get(i)));
    }
    return "[" + String.join(" ", known) + "]";
  }

  private static int port(Resource node) {
    String port = node.text(PORT).orElse("0");
    int number = port.matches("[0-9]{1,5}") ? Integer.parseInt(port) : 0;
    return number > 0 && number <= 0xffff ? number : DEFAULT_PORT;
  }

  /** kube-apiserver responds with this code and no reason. */
  static ApiException failure(String message) {
    return Status.of(500, "", message).toException();
  }
}
