package io.listwatch.server.schema.structural;

import com.google.re2j.Pattern;
import java.net.URI;
import java.net.URISyntaxException;

/** What texts look like that name a place in a network. No name is ever looked up. */
final class Addresses {
  private static final Pattern OCTETS = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+)\\.(\\d+)");
  private static final Pattern GROUP = Pattern.compile("[0-9a-fA-F]{1,4}");
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

  /** Octets may begin with zeros. */
  static boolean isIpv4(String text) {
    var octets = OCTETS.matcher(text);
    if (text.length() > 64 || !octets.matches()) {
      return false;
    }
    for (int i = 1; i <= 4; i++) {
      String bare = octets.group(i).replaceFirst("^0+(?=.)", "");
      if (bare.length() > 3 || Integer.parseInt(bare) > 255) {
        return false;
      }
    }
    return true;
  }

  static boolean isIpv6(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      return groups(text, true) == 8;
    }
    String after = text.substring(gap + 2);
    int before = gap == 0 ? 0 : groups(text.substring(0, gap), false);
    int rest = after.isEmpty() ? 0 : groups(after, true);
    return before >= 0 && rest >= 0 && before + rest < 8;
  }

  /** How many groups there are; negative if some are none. The last may be of version 4. */
  private static int groups(String text, boolean last) {
    String[] parts = text.split(":", -1);
    int count = parts.length;
    for (int i = 0; i < parts.length; i++) {
      if (last && i == parts.length - 1 && isIpv4(parts[i])) {
        count++;
      } else if (!GROUP.matcher(parts[i]).matches()) {
        return -1;
      }
    }
    return count > 8 ? -1 : count;
  }

  static boolean isCidr(String text) {
    int slash = text.indexOf('/');
    String length = text.substring(slash + 1);
    if (slash < 0 || length.isEmpty() || length.length() > 3 || !digits(length)) {
      return false;
    }
    String address = text.substring(0, slash);
    int bits = Integer.parseInt(length);
    return (isIpv4(address) && bits <= 32) || (isIpv6(address) && bits <= 128);
  }

  private static boolean digits(String text) {
    return text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  static boolean isMac(String text) {
    return MAC.matcher(text).matches();
  }

  static boolean isEmail(String text) {
    return EMAIL.matcher(text).matches();
  }

  /** A path from the root, or an address with its scheme. */
  static boolean isUri(String text) {
    try {
      return new URI(text).isAbsolute() || text.startsWith("/");
    } catch (URISyntaxException notAnAddress) {
      return false;
    }
  }
}
