package io.listwatch.server.http.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;

/** Characters that are written with per cent signs, where a plus sign is one. */
public final class PercentSigns {
  private PercentSigns() {}

  /** What the text stands for; the text itself if its per cent signs say nothing. */
  public static String decode(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
