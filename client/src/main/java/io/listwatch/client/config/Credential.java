package io.listwatch.client.config;

import io.listwatch.client.tls.ClientIdentity;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * What shows a server who asks.
 *
 * @param authorization the header of that name; null for none
 * @param identity a certificate that came with it; null for the one that was configured, if any
 */
public record Credential(@Nullable String authorization, @Nullable ClientIdentity identity) {
  /** Nobody in particular, or whoever the configured certificate says. */
  public static final Credential NONE = new Credential(null, null);

  public Credential {
    // The JDK would refuse it too, in words that have the secret in them.
    if (authorization != null && !authorization.matches("[\\x20-\\x7e]*")) {
      throw new IllegalArgumentException(
          "authorization: has a line break or a character that is not ASCII (expected: neither)");
    }
  }

  public static Credential bearer(String token) {
    return new Credential("Bearer " + token, null);
  }

  public static Credential basic(String user, String password) {
    byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return new Credential("Basic " + Base64.getEncoder().encodeToString(both), null);
  }

  /** That there is one, not which: it is secret. */
  @Override
  public String toString() {
    return authorization == null ? "none" : "(secret)";
  }
}
