package io.listwatch.server.http.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;

/** Percent-decoding in which a plus sign stays a plus sign. */
public final class PercentDecoding {
  private PercentDecoding() {}

  /** Returns the decoded string; the string itself if it has an invalid escape. */
  public static String decode(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
