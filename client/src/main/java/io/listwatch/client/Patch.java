package io.listwatch.client;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A change to an object, in one of the notations that servers understand. */
public final class Patch {
  private final String mediaType;
  private final String json;

  private Patch(String mediaType, String json) {
    this.mediaType = mediaType;
    this.json = json;
  }

  /** Members to set, and with null to remove; lists are replaced (RFC 7386). */
  public static Patch merge(String json) {
    return new Patch("application/merge-patch+json", json);
  }

  /** Operations on places, one after the other (RFC 6902). */
  public static Patch operations(String json) {
    return new Patch("application/json-patch+json", json);
  }

  /** As {@link #merge}, but lists of built-in types are merged by their keys. */
  public static Patch strategic(String json) {
    return new Patch("application/strategic-merge-patch+json", json);
  }

  String mediaType() {
    return mediaType;
  }

  byte[] bytes() {
    return json.getBytes(UTF_8);
  }

  /** Of which kind, not what it contains: that may be secret. */
  @Override
  public String toString() {
    return mediaType;
  }
}
