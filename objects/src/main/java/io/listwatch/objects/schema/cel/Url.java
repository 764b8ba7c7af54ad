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

  /** The characters that an escaped path keeps, besides letters and digits. */
  private static final String PATH_MARKS = "-_.~$&+,/:;=@";

  /** A path that has only these needs no escapes. */
  private static final String VALID_MARKS = PATH_MARKS + "!'()*[]%";

  private final String scheme;
  private final String authority;

  /** The path, or all of a URL without slashes, like {@code mailto:a@b}. */
  private final String path;

  /** The query and the fragment with their separators. */
  private final String suffix;

  private Url(String scheme, String authority, String path, String suffix) {
    super(TYPE);
    this.scheme = scheme.toLowerCase(Locale.ROOT);
    this.authority = authority;
    this.path = path;
    this.suffix = suffix;
  }

  /** Returns null if the string is not a URL. */
  static @Nullable Url parse(String text) {
    if (text.isEmpty() || text.chars().anyMatch(c -> c < 0x20 || c == 0x7f)) {
      return null;
    }
    int end = suffixStart(text);
    String suffix = text.substring(end);
    int colon = schemeEnd(text.substring(0, end));
    String scheme = text.substring(0, Math.max(colon, 0));
    String rest = text.substring(colon + 1, end);
    if (!rest.startsWith("/")) {
      // Without a slash it is an opaque URL, like mailto:a@b, which needs a scheme.
      return scheme.isEmpty() ? null : new Url(scheme, "", rest, suffix);
    }
    return scheme.isEmpty() || !rest.startsWith("//")
        ? of(scheme, "", rest, suffix)
        : withAuthority(scheme, rest.substring(2), suffix);
  }

  /** Returns the index of the query or, without one, of the fragment. */
  private static int suffixStart(String text) {
    int hash = text.indexOf('#');
    int end = hash < 0 ? text.length() : hash;
    int question = text.indexOf('?');
    return question < 0 ? end : Math.min(question, end);
  }

  private static @Nullable Url withAuthority(String scheme, String rest, String suffix) {
    int slash = rest.indexOf('/');
    String authority = slash < 0 ? rest : rest.substring(0, slash);
    String path = slash < 0 ? "" : rest.substring(slash);
    return isHost(host(authority)) ? of(scheme, authority, path, suffix) : null;
  }

  private static @Nullable Url of(String scheme, String authority, String path, String suffix) {
    return hasGoodEscapes(path) ? new Url(scheme, authority, path, suffix) : null;
  }

  private static String host(String authority) {
    return authority.substring(authority.lastIndexOf('@') + 1);
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
    return host(authority);
  }

  /** Returns the host without a port, and without the brackets of an IPv6 address. */
  String hostname() {
    String host = host();
    int bracket = host.lastIndexOf(']');
    if (host.startsWith("[") && bracket > 0) {
      return host.substring(1, bracket);
    }
    int colon = host.lastIndexOf(':');
    return colon < 0 ? host : host.substring(0, colon);
  }

  String port() {
    String host = host();
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.substring(colon + 1) : "";
  }

  /** Returns the path with all required escapes. */
  String escapedPath() {
    return path.startsWith("/") ? escaped(path) : "";
  }

  /** Like Go, escapes the decoded path anew if it has a character that needs an escape. */
  private static String escaped(String path) {
    if (path.chars().allMatch(c -> isPlain(c, VALID_MARKS))) {
      return path;
    }
    var escaped = new StringBuilder();
    byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      int c = bytes[i] & 0xff;
      if (c == '%') {
        c = 16 * Character.digit(bytes[++i], 16) + Character.digit(bytes[++i], 16);
      }
      if (isPlain(c, PATH_MARKS)) {
        escaped.append((char) c);
      } else {
        escaped.append('%').append(hex(c >> 4)).append(hex(c & 0xf));
      }
    }
    return escaped.toString();
  }

  private static boolean isPlain(int c, String marks) {
    boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return letter || (c >= '0' && c <= '9') || marks.indexOf(c) >= 0;
  }

  private static char hex(int digit) {
    return "0123456789ABCDEF".charAt(digit);
  }

  Map<String, List<String>> query() {
    var parameters = new LinkedHashMap<String, List<String>>();
    for (String part : rawQuery().split("&", -1)) {
      if (!part.isEmpty() && part.indexOf(';') < 0 && hasGoodEscapes(part)) {
        int equal = part.indexOf('=');
        String name = unescape(equal < 0 ? part : part.substring(0, equal));
        String value = equal < 0 ? "" : unescape(part.substring(equal + 1));
        parameters.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
      }
    }
    return parameters;
  }

  private String rawQuery() {
    int hash = suffix.indexOf('#');
    String query = hash < 0 ? suffix : suffix.substring(0, hash);
    return query.isEmpty() ? "" : query.substring(1);
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
    return scheme + "://" + authority + (path.startsWith("/") ? escaped(path) : path) + suffix;
  }
}
