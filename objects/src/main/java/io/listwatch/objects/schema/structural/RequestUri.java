package io.listwatch.objects.schema.structural;

import io.listwatch.objects.schema.IpText;

/**
 * Checks the format {@code uri}: an absolute URI, or a path that begins with a slash. Paths may
 * contain nearly every character, queries every one; hosts, ports and escapes must be well-formed.
 */
final class RequestUri {
  private static final String USER_MARKS = "-._:~!$&'()*+,;=%@";
  private static final String HOST_MARKS = "-_.~!$&'()*+,;=:[]<>\"";

  private RequestUri() {}

  static boolean test(String text) {
    if (text.isEmpty() || text.chars().anyMatch(c -> c < 0x20 || c == 0x7f)) {
      return false;
    }
    int colon = schemeEnd(text);
    String rest = text.substring(colon + 1);
    int question = rest.indexOf('?');
    String path = question < 0 ? rest : rest.substring(0, question);
    if (!path.startsWith("/")) {
      return colon > 0 || text.equals("*");
    }
    boolean hasHost = colon > 0 && path.startsWith("//");
    return hasHost ? isPlace(path.substring(2)) : hasGoodEscapes(path, false);
  }

  /** Returns the index of the colon after the scheme; -1 if there is no scheme. */
  private static int schemeEnd(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ':') {
        return i == 0 ? -1 : i;
      }
      boolean further = isDigit(c) || c == '+' || c == '-' || c == '.';
      if (!isLetter(c) && !(i > 0 && further)) {
        return -1;
      }
    }
    return -1;
  }

  private static boolean isPlace(String text) {
    int slash = text.indexOf('/');
    String authority = slash < 0 ? text : text.substring(0, slash);
    int at = authority.lastIndexOf('@');
    String user = at < 0 ? "" : authority.substring(0, at);
    return consistsOf(user, USER_MARKS)
        && hasGoodEscapes(user, false)
        && isHost(authority.substring(at + 1))
        && hasGoodEscapes(slash < 0 ? "" : text.substring(slash), false);
  }

  private static boolean isHost(String host) {
    if (host.lastIndexOf('[') > 0) {
      return false;
    }
    if (host.startsWith("[")) {
      int bracket = host.lastIndexOf(']');
      return bracket > 0
          && isPort(host.substring(bracket + 1))
          && isLiteral(host.substring(1, bracket));
    }
    int colon = host.indexOf(':');
    return (colon < 0 || isPort(host.substring(colon))) && isName(host);
  }

  /** Accepts an IPv6 address, with or without a zone. */
  private static boolean isLiteral(String address) {
    int zone = address.indexOf("%25");
    String number = zone < 0 ? address : address.substring(0, zone);
    return number.indexOf(':') >= 0
        && IpText.parse(number) != null
        && hasGoodEscapes(address, false);
  }

  private static boolean isPort(String port) {
    return port.isEmpty()
        || (port.charAt(0) == ':' && port.substring(1).chars().allMatch(c -> c >= '0' && c <= '9'));
  }

  private static boolean isName(String host) {
    return consistsOf(host, HOST_MARKS + "%") && hasGoodEscapes(host, true);
  }

  private static boolean consistsOf(String text, String marks) {
    return text.chars()
        .allMatch(
            c ->
                isLetter((char) c)
                    || isDigit((char) c)
                    || marks.indexOf(c) >= 0
                    || (c >= 0x80 && !marks.equals(USER_MARKS)));
  }

  /**
   * True if each percent sign is followed by two hex digits.
   *
   * @param host true if only non-ASCII bytes and the percent sign may be escaped
   */
  private static boolean hasGoodEscapes(String text, boolean host) {
    for (int i = text.indexOf('%'); i >= 0; i = text.indexOf('%', i + 1)) {
      if (i + 2 >= text.length()
          || Character.digit(text.charAt(i + 1), 16) < 0
          || Character.digit(text.charAt(i + 2), 16) < 0
          || (host && text.charAt(i + 1) < '8' && !text.startsWith("%25", i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
