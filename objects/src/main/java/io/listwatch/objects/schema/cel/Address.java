package io.listwatch.objects.schema.cel;

import dev.cel.common.types.OpaqueType;
import io.listwatch.objects.schema.IpText;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An IP address in a rule ({@code net.IP}). Parsed strictly: no zones, no leading zeros, no
 * IPv4-mapped IPv6 addresses.
 */
@SuppressWarnings("Immutable") // the array is never changed
final class Address extends RuleValue {
  static final OpaqueType TYPE = RuleFunctions.opaque("net.IP");

  private static final int V4 = 4;
  private static final int V6 = 16;

  private final byte[] bytes;

  Address(byte[] bytes) {
    super(TYPE);
    this.bytes = bytes;
  }

  /** Returns null if the string is not an address. */
  static @Nullable Address parse(String text) {
    byte[] bytes = IpText.hasLeadingZeros(text) ? null : IpText.parse(text);
    return bytes == null ? null : new Address(bytes);
  }

  boolean isV4() {
    return bytes.length == V4;
  }

  /** True for an IPv4-mapped IPv6 address, such as {@code ::ffff:1.2.3.4}. */
  boolean isV4InV6() {
    return !isV4() && prefixIs(0, 10, 0) && at(10) == 0xff && at(11) == 0xff;
  }

  boolean isUnspecified() {
    return prefixIs(0, bytes.length, 0);
  }

  boolean isLoopback() {
    return isV4() ? at(0) == 127 : prefixIs(0, V6 - 1, 0) && at(V6 - 1) == 1;
  }

  boolean isLinkLocalMulticast() {
    return isV4() ? at(0) == 224 && at(1) == 0 && at(2) == 0 : at(0) == 0xff && (at(1) & 0xf) == 2;
  }

  boolean isLinkLocalUnicast() {
    return isV4() ? at(0) == 169 && at(1) == 254 : at(0) == 0xfe && (at(1) & 0xc0) == 0x80;
  }

  boolean isGlobalUnicast() {
    boolean broadcast = isV4() && prefixIs(0, V4, 0xff);
    boolean multicast = isV4() ? (at(0) & 0xf0) == 0xe0 : at(0) == 0xff;
    return !broadcast && !multicast && !isUnspecified() && !isLoopback() && !isLinkLocalUnicast();
  }

  private int at(int index) {
    return bytes[index] & 0xff;
  }

  private boolean prefixIs(int from, int to, int value) {
    for (int i = from; i < to; i++) {
      if (at(i) != value) {
        return false;
      }
    }
    return true;
  }

  /** Returns the address with all bits after the prefix set to zero. */
  Address masked(int prefix) {
    byte[] masked = bytes.clone();
    for (int i = 0; i < masked.length; i++) {
      int kept = Math.max(0, Math.min(8, prefix - 8 * i));
      masked[i] &= (byte) (0xff00 >> kept);
    }
    return new Address(masked);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Address address && Arrays.equals(bytes, address.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Returns the canonical form. */
  @Override
  public String toString() {
    return IpText.spell(bytes);
  }
}
