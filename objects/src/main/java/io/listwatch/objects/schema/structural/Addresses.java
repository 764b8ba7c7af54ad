package io.listwatch.objects.schema.structural;

import com.google.re2j.Pattern;
import io.listwatch.objects.schema.IpText;

/** Checks the formats of email, IP and MAC addresses and CIDRs. Never does a DNS lookup. */
final class Addresses {
  private static final Pattern MAC =
      Pattern.compile(
          "H(:H){5}|H(-H){5}|H(:H){7}|H(-H){7}|H(:H){19}|H(-H){19}|HH(\\.HH){2}|HH(\\.HH){3}|HH(\\.HH){9}"
              .replace("H", "[0-9a-fA-F]{2}"));

  private static final String ATOM = "[^\\x00-\\x20()<>\\[\\]:;@\\\\,.\"]+";
  private static final String ADDRESS =
      "(A(\\.A)*|\"([^\"\\\\\\r\\n]|\\\\.)*\")@(A(\\.A)*|\\[[^\\[\\]]*\\])".replace("A", ATOM);
  private static final Pattern EMAIL =
      Pattern.compile("\\s*(" + ADDRESS + "|[^<>@]*<" + ADDRESS + ">)\\s*");

  private Addresses() {}

  static boolean isIpv4(String text) {
    byte[] bytes = IpText.parse(text);
    return bytes != null && bytes.length == 4;
  }

  static boolean isIpv6(String text) {
    byte[] bytes = IpText.parse(text);
    return bytes != null && bytes.length == 16;
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
