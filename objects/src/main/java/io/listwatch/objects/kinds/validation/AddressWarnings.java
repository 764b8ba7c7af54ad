package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.schema.IpText;
import io.listwatch.selector.Quotation;
import java.util.List;

/** Warns about IPv6 addresses and CIDR values that are not in RFC 5952 canonical form. */
final class AddressWarnings {
  private AddressWarnings() {}

  static void address(Field address, List<String> warnings) {
    String text = address.text();
    byte[] bytes = Addresses.isV6(text) ? IpText.parse(text) : null;
    if (bytes != null && !IpText.spell(bytes).equals(text)) {
      warnings.add(
          "%s: IPv6 address %s should be in RFC 5952 canonical format (%s)"
              .formatted(address.path(), Quotation.of(text), Quotation.of(IpText.spell(bytes))));
    }
  }

  static void network(Field network, List<String> warnings) {
    String text = network.text();
    String canonical = Addresses.isV6(text) ? IpText.spellNetwork(text) : null;
    if (canonical != null && !canonical.equals(text)) {
      warnings.add(
          "%s: IPv6 CIDR value %s should be in RFC 5952 canonical format (%s)"
              .formatted(network.path(), Quotation.of(text), Quotation.of(canonical)));
    }
  }
}
