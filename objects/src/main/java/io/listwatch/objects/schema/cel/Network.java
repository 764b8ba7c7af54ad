package io.listwatch.objects.schema.cel;

import dev.cel.common.types.OpaqueType;
import io.listwatch.objects.schema.IpText;
import org.jspecify.annotations.Nullable;

/** A CIDR in a rule ({@code net.CIDR}), such as {@code 10.0.0.0/8}. */
final class Network extends RuleValue {
  static final OpaqueType TYPE = RuleFunctions.opaque("net.CIDR");

  private final Address address;
  private final int prefix;

  private Network(Address address, int prefix) {
    super(TYPE);
    this.address = address;
    this.prefix = prefix;
  }

  /** Returns null if the string is not a CIDR. */
  static @Nullable Network parse(String text) {
    byte[] bytes = IpText.hasLeadingZeros(text) ? null : IpText.address(text);
    Address address = bytes == null ? null : new Address(bytes);
    return address == null || address.isV4InV6() ? null : new Network(address, IpText.prefix(text));
  }

  Address address() {
    return address;
  }

  int prefix() {
    return prefix;
  }

  Network masked() {
    return new Network(address.masked(prefix), prefix);
  }

  boolean contains(Address other) {
    return other.isV4() == address.isV4() && other.masked(prefix).equals(address.masked(prefix));
  }

  boolean contains(Network other) {
    return prefix <= other.prefix && contains(other.address);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Network network
        && prefix == network.prefix
        && address.equals(network.address);
  }

  @Override
  public int hashCode() {
    return 31 * address.hashCode() + prefix;
  }

  @Override
  public String toString() {
    return address + "/" + prefix;
  }
}
