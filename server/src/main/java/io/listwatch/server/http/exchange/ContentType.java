package io.listwatch.server.http.exchange;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses a {@code Content-Type} header by the rules of Go's {@code mime} package, which
 * kube-apiserver uses: a header with a malformed parameter has no media type at all.
 */
public final class ContentType {
  private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]++";
  private static final Pattern TYPE = Pattern.compile("\\s*+(" + TOKEN + "/" + TOKEN + ")\\s*+");
  private static final Pattern PARAMETER =
      Pattern.compile(
          "\\s*+;\\s*+(" + TOKEN + ")\\s*+=\\s*+(" + TOKEN + "|\"(?:[^\"\\\\]|\\\\.)*+\")");
  private static final Pattern END = Pattern.compile("\\s*+;?\\s*+");

  private ContentType() {}

  /**
   * Returns the media type in lower case, without parameters. A header that cannot be parsed is
   * returned as it is, and so equals no media type.
   */
  public static String mediaType(String header) {
    Matcher type = TYPE.matcher(header);
    return type.lookingAt() && wellFormed(header.substring(type.end()))
        ? type.group(1).toLowerCase(Locale.ROOT)
        : header;
  }

  private static boolean wellFormed(String parameters) {
    Map<String, String> values = new HashMap<>();
    Matcher next = PARAMETER.matcher(parameters);
    int end = 0;
    while (next.region(end, parameters.length()).lookingAt()) {
      String name = next.group(1).toLowerCase(Locale.ROOT);
      String before = values.putIfAbsent(name, next.group(2));
      if (before != null && !before.equals(next.group(2))) {
        return false;
      }
      end = next.end();
    }
    return END.matcher(parameters).region(end, parameters.length()).matches();
  }
}
