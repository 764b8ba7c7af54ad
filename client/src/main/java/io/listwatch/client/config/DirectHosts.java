package io.listwatch.client.config;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The hosts that bypass the proxy, in the syntax of {@code NO_PROXY}: {@code example.com} with its
 * subdomains, {@code .example.com} for the subdomains only, an IP address, a CIDR range such as
 * {@code 10.0.0.0/8}, or {@code *} for all hosts. All but a range may have a port.
 */
final class DirectHosts {
  private final List<String> entries;

  private DirectHosts(List<String> entries) {
    this.entries = List.copyOf(entries);
  }

  static DirectHosts parse(String list) {
    return new DirectHosts(
        Arrays.stream(list.split(",", -1))
            .map(entry -> entry.strip().toLowerCase(Locale.ROOT))
            .filter(entry -> !entry.isEmpty())
            .toList());
  }

  /**
   * Returns true for {@code localhost} and loopback addresses, too, even if they are not in the
   * list.
   */
  boolean contains(String host, int port) {
    String name = unbracketed(host.toLowerCase(Locale.ROOT));
    InetAddress address = address(name);
    if (name.equals("localhost") || (address != null && address.isLoopbackAddress())) {
      return true;
    }
    return entries.stream().anyMatch(entry -> matches(entry, name, address, port));
  }

  private static boolean matches(
      String entry, String name, @Nullable InetAddress address, int port) {
    if (entry.equals("*")) {
      return true;
    }
    if (entry.contains("/")) {
      return address != null && inRange(entry, address);
    }
    String host = withoutPort(entry);
    if (host.length() < entry.length() && !entry.endsWith(":" + port)) {
      return false;
    }
    InetAddress named = address(unbracketed(host));
    if (named != null || address != null) {
      return address != null && address.equals(named);
    }
    String domain = host.startsWith("*.") ? host.substring(1) : host;
    return domain.startsWith(".")
        ? name.endsWith(domain)
        : name.equals(domain) || name.endsWith("." + domain);
  }

  /** An IPv6 address contains colons, so one with a port is in brackets. */
  private static String withoutPort(String entry) {
    int colon = entry.lastIndexOf(':');
    boolean port = colon > 0 && (entry.indexOf(':') == colon || entry.charAt(colon - 1) == ']');
    return port ? entry.substring(0, colon) : entry;
  }

  private static boolean inRange(String entry, InetAddress address) {
    int slash = entry.indexOf('/');
    InetAddress base = address(entry.substring(0, slash));
    String length = entry.substring(slash + 1);
    if (base == null || !length.matches("\\d{1,3}")) {
      return false;
    }
    int bits = base.getAddress().length * 8;
    int dropped = bits - Integer.parseInt(length);
    return dropped >= 0
        && address.getAddress().length == base.getAddress().length
        && number(address).shiftRight(dropped).equals(number(base).shiftRight(dropped));
  }

  private static BigInteger number(InetAddress address) {
    return new BigInteger(1, address.getAddress());
  }

  private static String unbracketed(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  /** Null for a host name: names are compared as strings, without DNS. */
  private static @Nullable InetAddress address(String text) {
    boolean literal = text.contains(":") || text.matches("(\\d{1,3}\\.){3}\\d{1,3}");
    if (!literal) {
      return null;
    }
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException notAnAddress) {
      return null;
    }
  }
}
