package io.listwatch.client.http;

import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses {@code Warning} headers. */
final class Warnings {
  /**
   * {@code 299 - "text"}; other codes are about caches, which API servers do not use. The
   * quantifier is possessive, so that a long string does not need more stack.
   */
  private static final Pattern WARNING = Pattern.compile("\\b299 \\S+ \"((?:[^\"\\\\]|\\\\.)*+)\"");

  private Warnings() {}

  static List<String> of(HttpHeaders headers) {
    var warnings = new ArrayList<String>();
    for (String value : headers.allValues("Warning")) {
      Matcher matcher = WARNING.matcher(value);
      while (matcher.find()) {
        String text = matcher.group(1).replaceAll("\\\\(.)", "$1");
        if (!text.isEmpty()) {
          warnings.add(text);
        }
      }
    }
    return warnings;
  }
}
