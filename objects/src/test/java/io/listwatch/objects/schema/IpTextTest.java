package io.listwatch.objects.schema;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class IpTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "10.9.8.7",
        "255.255.255.255",
        "::",
        "::1",
        "1::",
        "2001:db8::ffff",
        "1:2:3:4:5:6:7:8",
        "1:2:3:4:5:6:7::",
        "ABCD:0012::1.2.3.4"
      })
  void parsesAddresses(String text) throws UnknownHostException {
    // No lookup, since these are addresses.
    assertThat(IpText.parse(text)).isEqualTo(InetAddress.getByName(text).getAddress());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1.2.3",
        "1.2.3.4.5",
        "1.2.3.256",
        "1.2.3.-4",
        "1.2.3.",
        "1.2.3.٤",
        ":",
        ":::",
        "1::2::3",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7:8::",
        "12345::",
        "g::",
        "1.2.3.4::",
        "fe80::1%eth0",
        "localhost"
      })
  void rejectsMalformedAddress(String text) {
    assertThat(IpText.parse(text)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "10.09.8.7, 10.9.8.7",
    "0:0:0:0:0:0:0:0, ::",
    "0:0:0:0:0:0:0:1, ::1",
    "1:0:0:0:0:0:0:0, 1::",
    "2001:0DB8:0:0:1:0:0:0, 2001:db8:0:0:1::",
    "1:0:3:4:5:6:7:8, 1:0:3:4:5:6:7:8",
    "1:0:2:0:0:0:0:3, 1:0:2::3",
    "1:0:0:2:0:0:0:3, 1:0:0:2::3",
    "1:0:0:2:0:0:4:3, 1::2:0:0:4:3"
  })
  void formatsCanonically(String text, String spelling) {
    assertThat(IpText.spell(requireNonNull(IpText.parse(text)))).isEqualTo(spelling);
  }

  @Test
  void ipv4MappedAddressStaysSixteenBytes() {
    assertThat(IpText.parse("::ffff:1.2.3.4")).hasSize(16).endsWith(0xff, 0xff, 1, 2, 3, 4);
  }

  @Test
  void acceptsAndDetectsLeadingZeros() {
    assertThat(IpText.parse("010.000.0000000001.2")).containsExactly(10, 0, 1, 2);
    assertThat(IpText.hasLeadingZeros("010.0.0.2")).isTrue();
    assertThat(IpText.hasLeadingZeros("::ffff:1.2.3.04")).isTrue();
    assertThat(IpText.hasLeadingZeros("10.0.0.0/08")).isTrue();
    assertThat(IpText.hasLeadingZeros("10.0.0.0/8")).isFalse();
    assertThat(IpText.hasLeadingZeros("0db8::0001/0")).isFalse();
  }

  @Test
  void parsesCidr() {
    assertThat(IpText.prefix("10.0.0.0/32")).isEqualTo(32);
    assertThat(IpText.address("10.0.0.0/32")).containsExactly(10, 0, 0, 0);
    assertThat(IpText.prefix("::/128")).isEqualTo(128);
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "::/129", "x/8", "1.2.3.4/8/8"})
  void rejectsMalformedCidr(String text) {
    assertThat(IpText.prefix(text)).isNegative();
    assertThat(IpText.address(text)).isNull();
  }
}
