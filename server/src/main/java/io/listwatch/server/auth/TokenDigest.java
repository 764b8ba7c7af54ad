package io.listwatch.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/** The SHA-256 of a token: caches use it as their key, so that they keep no credentials. */
public final class TokenDigest {
  private TokenDigest() {}

  /** Returns the digest of a token and of the audiences that it is checked for. */
  public static ByteBuffer of(String token, List<String> audiences) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(token.getBytes(UTF_8));
      for (String each : audiences) {
        byte[] audience = each.getBytes(UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(audience.length).array());
        digest.update(audience);
      }
      return ByteBuffer.wrap(digest.digest());
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
