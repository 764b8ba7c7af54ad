package io.listwatch.server.auth.token;

import java.security.KeyPair;
import java.security.PublicKey;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Settings of service account tokens and of bootstrap tokens.
 *
 * @param issuers the first one issues tokens, all are accepted
 * @param audiences the audiences of this server; empty for its issuers
 * @param signingKey signs new tokens; null for a key that the server creates and keeps in its
 *     storage
 * @param verificationKeys further keys whose tokens are accepted
 * @param maxExpiration the longest lifetime of a token; zero for no limit
 * @param extendedExpiration true if a pod's token is accepted for a year although the kubelet
 *     requested it for the usual hour, because old clients do not reload it
 * @param bootstrap true if the tokens in secrets of type {@code bootstrap.kubernetes.io/token}
 *     authenticate, too
 * @param jwksUri the URL of the keys in the discovery document; empty for this server's own
 */
public record TokenSettings(
    List<String> issuers,
    List<String> audiences,
    @Nullable KeyPair signingKey,
    List<PublicKey> verificationKeys,
    Duration maxExpiration,
    boolean extendedExpiration,
    boolean bootstrap,
    String jwksUri) {
  /** The issuer with the default DNS domain of a cluster, and a key of the server. */
  public static final TokenSettings DEFAULT =
      new TokenSettings(
          List.of("https://kubernetes.default.svc"),
          List.of(),
          null,
          List.of(),
          Duration.ZERO,
          true,
          false,
          "");

  public TokenSettings {
    issuers = List.copyOf(issuers);
    audiences = audiences.isEmpty() ? issuers : List.copyOf(audiences);
    verificationKeys = List.copyOf(verificationKeys);
    if (issuers.isEmpty() || issuers.contains("")) {
      throw new IllegalArgumentException(
          "issuers: %s (expected: at least one, none empty)".formatted(issuers));
    }
    if (maxExpiration.isNegative()) {
      throw new IllegalArgumentException(
          "maxExpiration: %s (expected: zero or more)".formatted(maxExpiration));
    }
  }

  /** Returns a copy of these settings with {@code changes} applied. */
  public TokenSettings with(Consumer<Builder> changes) {
    var builder = new Builder(this);
    changes.accept(builder);
    return builder.build();
  }

  /** Changes some of the settings. */
  public static final class Builder {
    private List<String> issuers;
    private List<String> audiences;
    private @Nullable KeyPair signingKey;
    private List<PublicKey> verificationKeys;
    private Duration maxExpiration;
    private boolean extendedExpiration;
    private boolean bootstrap;
    private String jwksUri;

    private Builder(TokenSettings settings) {
      issuers = settings.issuers;
      audiences = settings.audiences.equals(settings.issuers) ? List.of() : settings.audiences;
      signingKey = settings.signingKey;
      verificationKeys = settings.verificationKeys;
      maxExpiration = settings.maxExpiration;
      extendedExpiration = settings.extendedExpiration;
      bootstrap = settings.bootstrap;
      jwksUri = settings.jwksUri;
    }

    public Builder issuers(List<String> newIssuers) {
      issuers = newIssuers;
      return this;
    }

    public Builder audiences(List<String> newAudiences) {
      audiences = newAudiences;
      return this;
    }

    public Builder signingKey(@Nullable KeyPair newSigningKey) {
      signingKey = newSigningKey;
      return this;
    }

    public Builder verificationKeys(List<PublicKey> newVerificationKeys) {
      verificationKeys = newVerificationKeys;
      return this;
    }

    public Builder maxExpiration(Duration newMaxExpiration) {
      maxExpiration = newMaxExpiration;
      return this;
    }

    public Builder extendedExpiration(boolean newExtendedExpiration) {
      extendedExpiration = newExtendedExpiration;
      return this;
    }

    public Builder bootstrap(boolean newBootstrap) {
      bootstrap = newBootstrap;
      return this;
    }

    public Builder jwksUri(String newJwksUri) {
      jwksUri = newJwksUri;
      return this;
    }

    private TokenSettings build() {
      return new TokenSettings(
          issuers,
          audiences,
          signingKey,
          verificationKeys,
          maxExpiration,
          extendedExpiration,
          bootstrap,
          jwksUri);
    }
  }
}
