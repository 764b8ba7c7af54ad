package io.listwatch.server.schema.cel;

import dev.cel.common.types.OpaqueType;
import dev.cel.common.values.OpaqueValue;
import org.jspecify.annotations.Nullable;

/** A range of IP addresses in a rule, such as {@code 10.0.0.0/8}. */
final class Network extends OpaqueValue {
  static final OpaqueType TYPE = RuleFunctions.opaque("net.CIDR");

  private final Address address;
  private final int prefix;

  private Network(Address address, int prefix) {
    this.address = address;
    this.prefix = prefix;
  }

  /** Null if the text is no range. */
  static @Nullable Network parse(String text) {
    int slash = text.lastIndexOf('/');
    Address address = slash < 0 ? null : Address.parse(text.substring(0, slash));
    int prefix = prefix(text.substring(slash + 1));
    return address == null || prefix < 0 || prefix > address.bits() || address.isV4InV6()
        ? null
        : new Network(address, prefix);
  }

  private static int prefix(String text) {
    boolean plain =
        !text.isEmpty()
            && text.length() <= 3
            && text.chars().allMatch(c -> c >= '0' && c <= '9')
            && (text.length() == 1 || text.charAt(0) != '0');
    return plain ? Integer.parseInt(text) : -1;
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
  public Object value() {
    return this;
  }

  @Override
  public OpaqueType celType() {
    return TYPE;
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
