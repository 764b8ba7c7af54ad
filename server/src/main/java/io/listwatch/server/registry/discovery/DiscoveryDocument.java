package io.listwatch.server.registry.discovery;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A document as it is sent, and the tag by which a client says that it has it already. */
public final class DiscoveryDocument {
  private final byte[] json;
  private final String etag;

  DiscoveryDocument(byte[] json) {
    this.json = json;
    this.etag = HexFormat.of().withUpperCase().formatHex(sha512(json));
  }

  private static byte[] sha512(byte[] json) {
    try {
      return MessageDigest.getInstance("SHA-512").digest(json);
    } catch (NoSuchAlgorithmException everyPlatformHasIt) {
      throw new IllegalStateException(everyPlatformHasIt);
    }
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
