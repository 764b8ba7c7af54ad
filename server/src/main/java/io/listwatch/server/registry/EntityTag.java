package io.listwatch.server.registry;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes the {@code ETag} of a document, without the quotes that it has in the header. */
public final class EntityTag {
  private EntityTag() {}

  /**
   * Returns the SHA-512 of the document in upper-case hex, which is the ETag that kube-apiserver
   * sends.
   */
  public static String of(byte[] document) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-512").digest(document);
      return HexFormat.of().withUpperCase().formatHex(digest);
    } catch (NoSuchAlgorithmException everyPlatformHasIt) {
      throw new IllegalStateException(everyPlatformHasIt);
    }
  }
}
