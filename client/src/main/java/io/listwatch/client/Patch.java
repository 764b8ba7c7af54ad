package io.listwatch.client;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A patch of an object, in one of the formats of the API. */
public final class Patch {
  private final String mediaType;
  private final String json;

  private Patch(String mediaType, String json) {
    this.mediaType = mediaType;
    this.json = json;
  }

  /**
   * Returns a JSON merge patch (RFC 7386): sets members, or removes them with null; lists are
   * replaced.
   */
  public static Patch merge(String json) {
    return new Patch("application/merge-patch+json", json);
  }

  /** Returns a JSON patch (RFC 6902): a list of operations on paths. */
  public static Patch operations(String json) {
    return new Patch("application/json-patch+json", json);
  }

  /**
   * Returns a strategic merge patch: like {@link #merge}, but lists of built-in types are merged by
   * their keys.
   */
  public static Patch strategic(String json) {
    return new Patch("application/strategic-merge-patch+json", json);
  }

  String mediaType() {
    return mediaType;
  }

  byte[] bytes() {
    return json.getBytes(UTF_8);
  }

  /** Returns only the type of the patch: its content may be secret. */
  @Override
  public String toString() {
    return mediaType;
  }
}
