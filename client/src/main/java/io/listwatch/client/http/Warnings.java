package io.listwatch.client.http;

import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code Warning} headers. */
final class Warnings {
  /**
   * {@code 299 - "text"}; others are about caches, which API servers are not. Possessive, so that a
   * long text takes no more of the stack than a short one.
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
