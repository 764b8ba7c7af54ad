package io.listwatch.objects.schema.cel;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

/** Addresses and CIDRs, compared with Java's own addresses and with integers. */
final class AddressProperties {
  @Property(tries = 200)
  void addressRoundTripsAsString(@ForAll @Size(4) byte[] v4, @ForAll @Size(16) byte[] v6) {
    for (byte[] bytes : new byte[][] {v4, v6}) {
      var address = new Address(bytes);

      Address again = requireNonNull(Address.parse(address.toString()));

      assertThat(again).isEqualTo(address).hasSameHashCodeAs(address);
      assertThat(again.isV4()).isEqualTo(bytes.length == 4);
    }
  }

  @Property(tries = 300)
  void classifiesLikeJava(
      @ForAll @Size(4) byte[] v4,
      @ForAll @Size(16) byte[] v6,
      @ForAll @IntRange(max = 15) int zeros)
      throws UnknownHostException {
    for (int i = 0; i < zeros; i++) {
      v6[i] = 0; // addresses with a special meaning have long runs of zeros
    }
    for (byte[] bytes : new byte[][] {v4, v6}) {
      var address = new Address(bytes);
      InetAddress judge = InetAddress.getByAddress(bytes);
      Assume.that(judge.getAddress().length == bytes.length);

      assertThat(address.isLoopback()).isEqualTo(judge.isLoopbackAddress());
      assertThat(address.isUnspecified()).isEqualTo(judge.isAnyLocalAddress());
      assertThat(address.isLinkLocalUnicast()).isEqualTo(judge.isLinkLocalAddress());
      assertThat(address.isLinkLocalMulticast()).isEqualTo(judge.isMCLinkLocal());
    }
  }

  @Property(tries = 200)
  void maskClearsTheBitsAfterThePrefix(
      @ForAll @Size(16) byte[] bytes, @ForAll @IntRange(max = 128) int prefix) {
    Address masked = new Address(bytes).masked(prefix);

    BigInteger expected = new BigInteger(1, bytes).shiftRight(128 - prefix).shiftLeft(128 - prefix);
    assertThat(masked).isEqualTo(new Address(sixteen(expected)));
    assertThat(masked.masked(prefix)).isEqualTo(masked);
  }

  @Property(tries = 200)
  void networkContainsAddressesWithItsPrefix(
      @ForAll @Size(4) byte[] a,
      @ForAll @Size(4) byte[] b,
      @ForAll @IntRange(max = 32) int prefix) {
    Network network = requireNonNull(Network.parse(new Address(a) + "/" + prefix));
    int differing = new BigInteger(1, a).xor(new BigInteger(1, b)).bitLength();

    assertThat(network.contains(new Address(b))).isEqualTo(differing <= 32 - prefix);
    assertThat(network.contains(new Address(a))).isTrue();
    assertThat(network.contains(network.masked())).isTrue();
    assertThat(network.masked().contains(network)).isTrue();
    assertThat(network.masked().address()).isEqualTo(new Address(a).masked(prefix));
  }

  @Property(tries = 200)
  void networkRoundTripsAsString(
      @ForAll @Size(4) byte[] bytes, @ForAll @IntRange(max = 32) int prefix) {
    String text = new Address(bytes) + "/" + prefix;

    Network network = requireNonNull(Network.parse(text));

    assertThat(network).hasToString(text).isEqualTo(Network.parse(text));
    assertThat(network).hasSameHashCodeAs(requireNonNull(Network.parse(text)));
    assertThat(network.prefix()).isEqualTo(prefix);
  }

  @Property(tries = 500)
  void parsesAnyStringWithoutException(@ForAll @StringLength(max = 12) String text) {
    Address address = Address.parse(text);

    assertThat(address == null || address.equals(Address.parse(address.toString()))).isTrue();
    assertThat(Network.parse(text) == null || text.contains("/")).isTrue();
  }

  private static byte[] sixteen(BigInteger value) {
    byte[] bytes = value.toByteArray();
    byte[] padded = new byte[16];
    int length = Math.min(16, bytes.length);
    System.arraycopy(bytes, bytes.length - length, padded, 16 - length, length);
    return padded;
  }
}
