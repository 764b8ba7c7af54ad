package io.listwatch.objects.schema.cel;

import dev.cel.common.types.OpaqueType;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An absolute URL or an absolute path in a rule ({@code kubernetes.URL}). Parsed as leniently as in
 * kube-apiserver: paths may contain nearly every character, but hosts and escapes must be
 * well-formed.
 */
final class Url extends RuleValue {
  static final OpaqueType TYPE = RuleFunctions.opaque("kubernetes.URL");

  private static final String HOST_MARKS = "-_.~!$&'()*+,;=:[]<>\"";

  private final String scheme;
  private final String host;
  private final String path;
  private final String query;

  private Url(String scheme, String host, String path, String query) {
    super(TYPE);
    this.scheme = scheme;
    this.host = host;
    this.path = path;
    this.query = query;
  }

  /** Returns null if the string is not a URL. */
  static @Nullable Url parse(String text) {
    if (text.isEmpty() || text.chars().anyMatch(c -> c < 0x20 || c == 0x7f)) {
      return null;
    }
    int hash = text.indexOf('#');
    String rest = hash < 0 ? text : text.substring(0, hash);
    int colon = schemeEnd(rest);
    String scheme = colon < 0 ? "" : rest.substring(0, colon);
    rest = rest.substring(colon + 1);
    int question = rest.indexOf('?');
    String query = question < 0 ? "" : rest.substring(question + 1);
    rest = question < 0 ? rest : rest.substring(0, question);
    if (!rest.startsWith("/")) {
      // Without a slash it is an opaque URL, like mailto:a@b, which needs a scheme.
      return scheme.isEmpty() ? null : new Url(scheme, "", "", query);
    }
    return scheme.isEmpty() || !rest.startsWith("//")
        ? of(scheme, "", rest, query)
        : withHost(scheme, rest.substring(2), query);
  }

  private static @Nullable Url withHost(String scheme, String rest, String query) {
    int slash = rest.indexOf('/');
    String authority = slash < 0 ? rest : rest.substring(0, slash);
    String host = authority.substring(authority.lastIndexOf('@') + 1);
    return isHost(host) ? of(scheme, host, slash < 0 ? "" : rest.substring(slash), query) : null;
  }

  private static @Nullable Url of(String scheme, String host, String path, String query) {
    return hasGoodEscapes(path)
        ? new Url(scheme.toLowerCase(Locale.ROOT), host, path, query)
        : null;
  }

  /** Returns the index of the colon after the scheme; -1 if there is no scheme. */
  private static int schemeEnd(String text) {
    int colon = text.indexOf(':');
    for (int i = 0; i < colon; i++) {
      char c = text.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean further = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
      if (!letter && !(i > 0 && further)) {
        return -1;
      }
    }
    return colon > 0 ? colon : -1;
  }

  private static boolean isHost(String host) {
    int bracket = host.indexOf(']');
    if (host.startsWith("[")
        && (bracket < 0 || Address.parse(host.substring(1, bracket)) == null)) {
      return false;
    }
    String port = host.substring(Math.max(bracket + 1, 0));
    int colon = port.lastIndexOf(':');
    if (host.startsWith("[") && !port.isEmpty() && colon != 0) {
      return false;
    }
    return (colon < 0 || port.substring(colon + 1).chars().allMatch(c -> c >= '0' && c <= '9'))
        && hasGoodEscapes(host)
        && host.chars()
            .allMatch(
                c ->
                    c >= 0x80
                        || Character.isLetterOrDigit(c)
                        || c == '%'
                        || HOST_MARKS.indexOf(c) >= 0);
  }

  private static boolean hasGoodEscapes(String text) {
    for (int i = text.indexOf('%'); i >= 0; i = text.indexOf('%', i + 1)) {
      if (i + 2 >= text.length()
          || Character.digit(text.charAt(i + 1), 16) < 0
          || Character.digit(text.charAt(i + 2), 16) < 0) {
        return false;
      }
    }
    return true;
  }

  String scheme() {
    return scheme;
  }

  String host() {
    return host;
  }

  /** Returns the host without a port, and without the brackets of an IPv6 address. */
  String hostname() {
    int bracket = host.lastIndexOf(']');
    if (host.startsWith("[") && bracket > 0) {
      return host.substring(1, bracket);
    }
    int colon = host.lastIndexOf(':');
    return colon < 0 ? host : host.substring(0, colon);
  }

  String port() {
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.substring(colon + 1) : "";
  }

  /** Returns the path with all required escapes. */
  String escapedPath() {
    var escaped = new StringBuilder();
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      int c = b & 0xff;
      if (c > ' ' && c < 0x7f && "\"<>\\^`{|}".indexOf(c) < 0) {
        escaped.append((char) c);
      } else {
        escaped.append('%').append(hex(c >> 4)).append(hex(c & 0xf));
      }
    }
    return escaped.toString();
  }

  private static char hex(int digit) {
    return "0123456789ABCDEF".charAt(digit);
  }

  Map<String, List<String>> query() {
    var parameters = new LinkedHashMap<String, List<String>>();
    for (String part : query.split("&", -1)) {
      if (!part.isEmpty() && part.indexOf(';') < 0 && hasGoodEscapes(part)) {
        int equal = part.indexOf('=');
        String name = unescape(equal < 0 ? part : part.substring(0, equal));
        String value = equal < 0 ? "" : unescape(part.substring(equal + 1));
        parameters.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
      }
    }
    return parameters;
  }

  private static String unescape(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Url url && toString().equals(url.toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  @Override
  public String toString() {
    return scheme + "://" + host + path + "?" + query;
  }
}
