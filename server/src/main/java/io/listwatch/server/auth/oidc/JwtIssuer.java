package io.listwatch.server.auth.oidc;

import java.net.URI;
import java.util.List;
import java.util.Set;

/**
 * An issuer whose tokens are accepted.
 *
 * @param url the {@code iss} of its tokens
 * @param discovery the address of its OpenID configuration
 * @param caBundle PEM in base64; empty for the machine's trusted authorities
 * @param audiences of which a token must have one
 * @param algorithms with which its tokens may be signed
 * @param claims turn a token into a user
 */
public record JwtIssuer(
    String url,
    URI discovery,
    String caBundle,
    List<String> audiences,
    Set<String> algorithms,
    UserClaims claims) {
  /** The algorithms that kube-apiserver supports. */
  public static final Set<String> ALL_ALGORITHMS =
      Set.of("RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "PS256", "PS384", "PS512");

  public JwtIssuer {
    audiences = List.copyOf(audiences);
    algorithms = Set.copyOf(algorithms);
    URI uri = URI.create(url);
    if (!"https".equals(uri.getScheme()) || uri.getHost() == null) {
      throw new IllegalArgumentException("issuer.url: %s (expected: an https URL)".formatted(url));
    }
    if (!"https".equals(discovery.getScheme()) || discovery.getHost() == null) {
      throw new IllegalArgumentException(
          "issuer.discoveryURL: %s (expected: an https URL)".formatted(discovery));
    }
    if (audiences.isEmpty()) {
      throw new IllegalArgumentException("issuer.audiences: Required value");
    }
    for (String each : algorithms) {
      if (!ALL_ALGORITHMS.contains(each)) {
        throw new IllegalArgumentException(
            "signing algorithm: %s (expected: one of %s)".formatted(each, ALL_ALGORITHMS));
      }
    }
  }

  /** Returns the usual address of an issuer's OpenID configuration. */
  public static URI discoveryOf(String url) {
    return URI.create(
        (url.endsWith("/") ? url.substring(0, url.length() - 1) : url)
            + "/.well-known/openid-configuration");
  }
}
