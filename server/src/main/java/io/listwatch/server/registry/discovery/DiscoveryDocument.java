package io.listwatch.server.registry.discovery;

import io.listwatch.server.registry.EntityTag;

/** A discovery document as JSON, with its ETag. */
public final class DiscoveryDocument {
  private final byte[] json;
  private final String etag;

  DiscoveryDocument(byte[] json) {
    this.json = json;
    this.etag = EntityTag.of(json);
  }

  /** Returns the JSON in UTF-8. The array is shared by all callers and must not be modified. */
  public byte[] json() {
    return json;
  }

  /** Returns the ETag, without the quotes that it has in the header. */
  public String etag() {
    return etag;
  }
}
