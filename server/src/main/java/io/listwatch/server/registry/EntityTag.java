package io.listwatch.server.registry;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The tag by which a client says that it has a document already, without a header's quotes. */
public final class EntityTag {
  private EntityTag() {}

  /** Of the document's bytes, as the reference spells it. */
  public static String of(byte[] document) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-512").digest(document);
      return HexFormat.of().withUpperCase().formatHex(digest);
    } catch (NoSuchAlgorithmException everyPlatformHasIt) {
      throw new IllegalStateException(everyPlatformHasIt);
    }
  }
}
