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
 * @param headers all headers of the request, including those that an authenticating proxy may set
 * @param path of the request, decoded; empty if there is no request
 */
public record Credentials(
    List<X509Certificate> certificates,
    @Nullable String bearerToken,
    boolean plain,
    RequestHeaders headers,
    String path) {
  public Credentials {
    certificates = List.copyOf(certificates);
  }

  /** Creates credentials without a path. */
  public Credentials(
      List<X509Certificate> certificates,
      @Nullable String bearerToken,
      boolean plain,
      RequestHeaders headers) {
    this(certificates, bearerToken, plain, headers, "");
  }

  /** Creates credentials without headers and path. */
  public Credentials(
      List<X509Certificate> certificates, @Nullable String bearerToken, boolean plain) {
    this(certificates, bearerToken, plain, RequestHeaders.NONE);
  }

  /** Omits the values: a token is a secret. */
  @Override
  public String toString() {
    return "%d certificates, %s"
        .formatted(certificates.size(), bearerToken == null ? "no token" : "a token");
  }
}
