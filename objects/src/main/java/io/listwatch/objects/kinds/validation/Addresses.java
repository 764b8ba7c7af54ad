package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.schema.IpText;

/** Properties of IP addresses and CIDR values. */
final class Addresses {
  private static final int V4_BYTES = 4;
  private static final int V6_BYTES = 16;

  private Addresses() {}

  static boolean isV6(String text) {
    return text.indexOf(':') >= 0;
  }

  /** True for an IPv4-mapped IPv6 address. */
  static boolean isMapped(byte[] address) {
    if (address.length != V6_BYTES) {
      return false;
    }
    for (int i = 0; i < V6_BYTES - V4_BYTES; i++) {
      int expected = i < 10 ? 0 : 0xff;
      if ((address[i] & 0xff) != expected) {
        return false;
      }
    }
    return true;
  }

  static boolean hasBitsAfter(byte[] address, int bits) {
    for (int i = bits; i < address.length * 8; i++) {
      if ((address[i / 8] & (0x80 >> (i % 8))) != 0) {
        return true;
      }
    }
    return false;
  }

  /** True if {@code part} is a subnet of {@code network} with a longer prefix. */
  static boolean strictlyContains(String network, String part) {
    int bits = IpText.prefix(network);
    byte[] outer = IpText.address(network);
    byte[] inner = IpText.address(part);
    if (outer == null || inner == null || IpText.prefix(part) <= bits) {
      return false;
    }
    return outer.length == inner.length && samePrefix(outer, inner, bits);
  }

  private static boolean samePrefix(byte[] one, byte[] other, int bits) {
    for (int i = 0; i < bits; i++) {
      int mask = 0x80 >> (i % 8);
      if ((one[i / 8] & mask) != (other[i / 8] & mask)) {
        return false;
      }
    }
    return true;
  }
}
