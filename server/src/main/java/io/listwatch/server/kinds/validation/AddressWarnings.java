package io.listwatch.server.kinds.validation;

import io.listwatch.selector.Quotation;
import java.util.List;

/** Addresses that are right, but not in the one spelling that others compare. */
final class AddressWarnings {
  private AddressWarnings() {}

  static void address(Field address, List<String> warnings) {
    String text = address.text();
    byte[] bytes = Addresses.isV6(text) ? Addresses.parse(text) : null;
    if (bytes != null && !Addresses.canonical(bytes).equals(text)) {
      warnings.add(
          "%s: IPv6 address %s should be in RFC 5952 canonical format (%s)"
              .formatted(
                  address.path(), Quotation.of(text), Quotation.of(Addresses.canonical(bytes))));
    }
  }

  static void network(Field network, List<String> warnings) {
    String text = network.text();
    int bits = Addresses.isV6(text) ? Addresses.prefix(text) : -1;
    byte[] bytes = bits < 0 ? null : Addresses.parse(text.substring(0, text.indexOf('/')));
    if (bytes == null) {
      return;
    }
    String canonical = Addresses.network(bytes, bits);
    if (!canonical.equals(text)) {
      warnings.add(
          "%s: IPv6 CIDR value %s should be in RFC 5952 canonical format (%s)"
              .formatted(network.path(), Quotation.of(text), Quotation.of(canonical)));
    }
  }
}
