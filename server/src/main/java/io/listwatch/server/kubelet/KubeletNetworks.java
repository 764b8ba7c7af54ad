package io.listwatch.server.kubelet;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The addresses at which the server connects to kubelets: loopback addresses, and those in
 * configured networks. Users who may write the status of a node choose its address, so the server
 * must not connect to every address that it can reach.
 */
public final class KubeletNetworks {
  /** Loopback addresses only. */
  public static final KubeletNetworks LOOPBACK = new KubeletNetworks(List.of());

  private static final Pattern NUMERIC =
      Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

  private final List<Network> networks;

  private KubeletNetworks(List<Network> networks) {
    this.networks = List.copyOf(networks);
  }

  /**
   * Returns loopback addresses and those in some networks.
   *
   * @param networks in CIDR notation, such as {@code 10.0.0.0/8}
   * @throws IllegalArgumentException if one is malformed
   */
  public static KubeletNetworks of(List<String> networks) {
    return new KubeletNetworks(networks.stream().map(Network::parse).toList());
  }

  boolean contains(InetAddress address) {
    return address.isLoopbackAddress() || networks.stream().anyMatch(each -> each.has(address));
  }

  /** Parses an address without looking up names; empty for a name. */
  static Optional<InetAddress> parse(String text) {
    if (!NUMERIC.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.getByName(text));
    } catch (UnknownHostException malformed) {
      return Optional.empty();
    }
  }

  private record Network(InetAddress address, int bits) {
    static Network parse(String text) {
      int slash = text.indexOf('/');
      String bits = slash < 0 ? "" : text.substring(slash + 1);
      Optional<InetAddress> address =
          slash < 0 ? Optional.empty() : KubeletNetworks.parse(text.substring(0, slash));
      if (address.isEmpty()
          || !bits.matches("[0-9]{1,3}")
          || Integer.parseInt(bits) > 8 * address.get().getAddress().length) {
        throw new IllegalArgumentException(
            "network: %s (expected: CIDR notation such as 10.0.0.0/8)".formatted(text));
      }
      return new Network(address.get(), Integer.parseInt(bits));
    }

    boolean has(InetAddress other) {
      byte[] own = address.getAddress();
      byte[] others = other.getAddress();
      if (own.length != others.length) {
        return false;
      }
      for (int bit = 0; bit < bits; bit++) {
        int mask = 0x80 >> (bit % 8);
        if ((own[bit / 8] & mask) != (others[bit / 8] & mask)) {
          return false;
        }
      }
      return true;
    }
  }
}
