package io.listwatch.server.registry.discovery;

import io.listwatch.server.registry.EntityTag;

/** A document as it is sent, and the tag by which a client says that it has it already. */
public final class DiscoveryDocument {
  private final byte[] json;
  private final String etag;

  DiscoveryDocument(byte[] json) {
    this.json = json;
    this.etag = EntityTag.of(json);
  }

  /** JSON in UTF-8, shared by all who ask: to be read only. */
  public byte[] json() {
    return json;
  }

  /** Without the quotes that it has in a header. */
  public String etag() {
    return etag;
  }
}
