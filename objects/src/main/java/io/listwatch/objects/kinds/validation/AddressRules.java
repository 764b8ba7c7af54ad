package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.schema.IpText;
import io.listwatch.selector.Quotation;

/** Validates IP addresses and CIDR values. */
final class AddressRules {
  private AddressRules() {}

  /**
   * Rejects malformed addresses, leading zeros and IPv4-mapped IPv6. Returns false after an error.
   */
  static boolean address(Field address) {
    return address.passes(
        () -> {
          byte[] bytes = IpText.parse(address.text());
          if (bytes == null) {
            address.invalid(
                address.text(), "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
          } else if (IpText.hasLeadingZeros(address.text())) {
            address.invalid("must not have leading 0s");
          } else if (Addresses.isMapped(bytes)) {
            address.invalid("must not be an IPv4-mapped IPv6 address");
          }
        });
  }

  /** Like {@link #address}, but also requires IPv6 addresses in RFC 5952 canonical form. */
  static boolean canonical(Field address) {
    return address.passes(
        () -> {
          byte[] bytes = address(address) ? IpText.parse(address.text()) : null;
          if (bytes != null && Addresses.isV6(address.text())) {
            requireForm(address, IpText.spell(bytes));
          }
        });
  }

  static void requireForm(Field text, String canonical) {
    if (!text.is(canonical)) {
      text.invalid("must be in canonical form (%s)".formatted(Quotation.of(canonical)));
    }
  }

  static boolean network(Field network) {
    return network.passes(() -> checkNetwork(network));
  }

  private static void checkNetwork(Field network) {
    String text = network.text();
    int bits = IpText.prefix(text);
    byte[] bytes = IpText.address(text);
    if (bytes == null) {
      network.invalid(text, "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
    } else if (IpText.hasLeadingZeros(text)) {
      network.invalid("must not have leading 0s in IP or prefix length");
    } else if (Addresses.isMapped(bytes)) {
      network.invalid("must not have an IPv4-mapped IPv6 address");
    } else if (Addresses.hasBitsAfter(bytes, bits)) {
      network.invalid("must not have bits set beyond the prefix length");
    }
  }

  /**
   * Rejects unspecified, loopback, link-local and multicast addresses, which cannot be endpoints.
   */
  static void reachable(Field address) {
    byte[] bytes = IpText.parse(address.text());
    if (bytes == null) {
      address.invalid(address.text(), "must be a valid IP address");
      return;
    }
    if (isUnspecified(bytes)) {
      address.invalid("may not be unspecified (" + address.text() + ")");
    }
    if (isLoopback(bytes)) {
      address.invalid("may not be in the loopback range (127.0.0.0/8, ::1/128)");
    }
    if (isLinkLocal(bytes)) {
      address.invalid("may not be in the link-local range (169.254.0.0/16, fe80::/10)");
    }
    if (isLinkLocalMulticast(bytes)) {
      address.invalid("may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)");
    }
  }

  private static boolean isUnspecified(byte[] bytes) {
    for (byte each : bytes) {
      if (each != 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isLoopback(byte[] bytes) {
    if (bytes.length == 4) {
      return bytes[0] == 127;
    }
    for (int i = 0; i < bytes.length - 1; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return bytes[bytes.length - 1] == 1;
  }

  private static boolean isLinkLocal(byte[] bytes) {
    return bytes.length == 4
        ? (bytes[0] & 0xff) == 169 && (bytes[1] & 0xff) == 254
        : (bytes[0] & 0xff) == 0xfe && (bytes[1] & 0xc0) == 0x80;
  }

  private static boolean isLinkLocalMulticast(byte[] bytes) {
    return bytes.length == 4
        ? (bytes[0] & 0xff) == 224 && bytes[1] == 0 && bytes[2] == 0
        : (bytes[0] & 0xff) == 0xff && (bytes[1] & 0x0f) == 0x02;
  }
}
