package io.listwatch.objects.schema.structural;

import com.google.re2j.Pattern;
import io.listwatch.objects.schema.IpText;

/** Checks the formats of email, IP and MAC addresses and CIDRs. Never does a DNS lookup. */
final class AddressFormats {
  /** Six, eight or twenty bytes in hexadecimal, with colons, hyphens, dots or nothing between. */
  private static final Pattern MAC =
      Pattern.compile(
          ("H(:H){5}|H(-H){5}|H(:H){7}|H(-H){7}|H(:H){19}|H(-H){19}"
                  + "|HH(\\.HH){2}|HH(\\.HH){3}|HH(\\.HH){9}|(H){6}|(H){8}|(H){20}")
              .replace("H", "[0-9a-fA-F]{2}"));

  private static final String ATOM = "[^\\x00-\\x20()<>\\[\\]:;@\\\\,.\"]+";
  private static final String ADDRESS =
      "(A(\\.A)*|\"([^\"\\\\\\r\\n]|\\\\.)*\")@(A(\\.A)*|\\[[^\\[\\]]*\\])".replace("A", ATOM);
  private static final Pattern EMAIL =
      Pattern.compile("\\s*(" + ADDRESS + "|[^<>@]*<" + ADDRESS + ">)\\s*");

  private AddressFormats() {}

  /** Accepts an IPv6 address with an IPv4 part too, as kube-apiserver does. */
  static boolean isIpv4(String text) {
    return text.indexOf('.') >= 0 && IpText.parse(text) != null;
  }

  /** Rejects leading zeros in an IPv4 part, which {@link #isIpv4} accepts. */
  static boolean isIpv6(String text) {
    return text.indexOf(':') >= 0 && IpText.parse(text) != null && !IpText.hasLeadingZeros(text);
  }

  static boolean isCidr(String text) {
    return IpText.prefix(text) >= 0;
  }

  static boolean isMac(String text) {
    return MAC.matcher(text).matches();
  }

  static boolean isEmail(String text) {
    return EMAIL.matcher(text).matches();
  }
}
