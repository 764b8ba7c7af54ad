package io.listwatch.client.config;

import io.listwatch.client.tls.ClientIdentity;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The credential of a request.
 *
 * @param authorization the {@code Authorization} header; null for none
 * @param identity a client certificate; null for the configured one, if any
 */
public record Credential(@Nullable String authorization, @Nullable ClientIdentity identity) {
  /** No credential, or only the configured client certificate. */
  public static final Credential NONE = new Credential(null, null);

  public Credential {
    // The JDK would reject it too, with a message that contains the secret.
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

  /** Shows only whether there is an {@code Authorization} header, because its value is secret. */
  @Override
  public String toString() {
    return authorization == null ? "none" : "(secret)";
  }
}
