package io.listwatch.server.auth;

import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a request brings to show who it is from.
 *
 * @param certificates the client's certificate first, then those that vouch for it; empty if the
 *     client showed none
 * @param bearerToken null if there is none
 * @param plain whether it came to the port without TLS, which only this machine can reach
 */
public record Credentials(
    List<X509Certificate> certificates, @Nullable String bearerToken, boolean plain) {
  public Credentials {
    certificates = List.copyOf(certificates);
  }

  /** Says what there is, not what it is: a token is a secret. */
  @Override
  public String toString() {
    return "%d certificates, %s"
        .formatted(certificates.size(), bearerToken == null ? "no token" : "a token");
  }
}
