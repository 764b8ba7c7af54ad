package io.listwatch.server.auth;

import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The credentials of a request.
 *
 * @param certificates the client's certificate first, then its issuers; empty if the client sent
 *     none
 * @param bearerToken null if there is none
 * @param plain true if the request came in on the port without TLS, which only this machine can
 *     reach
 */
public record Credentials(
    List<X509Certificate> certificates, @Nullable String bearerToken, boolean plain) {
  public Credentials {
    certificates = List.copyOf(certificates);
  }

  /** Omits the values: a token is a secret. */
  @Override
  public String toString() {
    return "%d certificates, %s"
        .formatted(certificates.size(), bearerToken == null ? "no token" : "a token");
  }
}
