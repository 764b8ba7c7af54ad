package io.listwatch.objects.schema.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import io.listwatch.selector.Quotation;
import java.util.List;
import java.util.function.Predicate;

/** CEL functions on IP addresses and CIDRs: {@code cidr("10.0.0.0/8").containsIP("10.1.2.3")}. */
final class AddressFunctions {
  private static final List<CelType> TEXT = List.of(SimpleType.STRING);
  private static final List<CelType> ADDRESS = List.of(Address.TYPE);
  private static final List<CelType> NETWORK = List.of(Network.TYPE);

  private AddressFunctions() {}

  static void addTo(FunctionLibrary library) {
    addAddresses(library);
    addNetworks(library);
    addClass(library, "isUnspecified", "ip_is_unspecified", Address::isUnspecified);
    addClass(library, "isLoopback", "ip_is_loopback", Address::isLoopback);
    addClass(
        library,
        "isLinkLocalMulticast",
        "ip_is_link_local_multicast",
        Address::isLinkLocalMulticast);
    addClass(
        library, "isLinkLocalUnicast", "ip_is_link_local_unicast", Address::isLinkLocalUnicast);
    addClass(library, "isGlobalUnicast", "ip_is_global_unicast", Address::isGlobalUnicast);
  }

  private static void addClass(
      FunctionLibrary library, String name, String overload, Predicate<Address> test) {
    library.member(name, overload, SimpleType.BOOL, ADDRESS, a -> test.test((Address) a[0]));
  }

  private static void addAddresses(FunctionLibrary library) {
    library
        .global("ip", "string_to_ip", Address.TYPE, TEXT, a -> address((String) a[0]))
        .global("isIP", "is_ip", SimpleType.BOOL, TEXT, a -> isAddress((String) a[0]))
        .global(
            "ip.isCanonical",
            "ip_is_canonical",
            SimpleType.BOOL,
            TEXT,
            a -> address((String) a[0]).toString().equals(a[0]))
        .member(
            "family", "ip_family", SimpleType.INT, ADDRESS, a -> ((Address) a[0]).isV4() ? 4L : 6L)
        .global("string", "ip_to_string", SimpleType.STRING, ADDRESS, a -> a[0].toString());
  }

  private static void addNetworks(FunctionLibrary library) {
    library
        .global("cidr", "string_to_cidr", Network.TYPE, TEXT, a -> network((String) a[0]))
        .global(
            "isCIDR", "is_cidr", SimpleType.BOOL, TEXT, a -> Network.parse((String) a[0]) != null)
        .member(
            "containsIP",
            "cidr_contains_ip_string",
            SimpleType.BOOL,
            List.of(Network.TYPE, SimpleType.STRING),
            a -> ((Network) a[0]).contains(address((String) a[1])))
        .member(
            "containsIP",
            "cidr_contains_ip_ip",
            SimpleType.BOOL,
            List.of(Network.TYPE, Address.TYPE),
            a -> ((Network) a[0]).contains((Address) a[1]))
        .member(
            "containsCIDR",
            "cidr_contains_cidr_string",
            SimpleType.BOOL,
            List.of(Network.TYPE, SimpleType.STRING),
            a -> ((Network) a[0]).contains(network((String) a[1])))
        .member(
            "containsCIDR",
            "cidr_contains_cidr",
            SimpleType.BOOL,
            List.of(Network.TYPE, Network.TYPE),
            a -> ((Network) a[0]).contains((Network) a[1]))
        .member("ip", "cidr_ip", Address.TYPE, NETWORK, a -> ((Network) a[0]).address())
        .member(
            "prefixLength",
            "cidr_prefix_length",
            SimpleType.INT,
            NETWORK,
            a -> (long) ((Network) a[0]).prefix())
        .member("masked", "cidr_masked", Network.TYPE, NETWORK, a -> ((Network) a[0]).masked())
        .global("string", "cidr_to_string", SimpleType.STRING, NETWORK, a -> a[0].toString());
  }

  private static boolean isAddress(String text) {
    Address address = Address.parse(text);
    return address != null && !address.isV4InV6();
  }

  private static Address address(String text) {
    Address address = Address.parse(text);
    if (address == null) {
      throw new RuleFailure(
          "IP Address " + Quotation.of(text) + " parse error during conversion from string");
    }
    if (address.isV4InV6()) {
      throw new RuleFailure("IPv4-mapped IPv6 address " + Quotation.of(text) + " is not allowed");
    }
    return address;
  }

  private static Network network(String text) {
    Network network = Network.parse(text);
    if (network == null) {
      throw new RuleFailure(
          "network address parse error during conversion from string: " + Quotation.of(text));
    }
    return network;
  }
}
