package io.listwatch.cli;

import io.listwatch.objects.x509.PublicKeys;
import io.listwatch.server.auth.token.TokenSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.PublicKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for tokens of service accounts, with the names of kube-apiserver's flags. */
final class ServiceAccountOptions {
  @Option(
      names = "--service-account-issuer",
      paramLabel = "URL",
      description =
          "Issuer of the tokens of service accounts; repeatable: the first one issues, all are"
              + " accepted (default: https://kubernetes.default.svc).")
  private List<String> issuers = List.of();

  @Option(
      names = "--service-account-signing-key-file",
      paramLabel = "FILE",
      description =
          "Private key (PEM) that signs these tokens. Without it the server creates a key, keeps it"
              + " in its storage and replaces it every 90 days.")
  private @Nullable Path signingKey;

  @Option(
      names = "--service-account-key-file",
      paramLabel = "FILE",
      description =
          "Further keys (PEM: public keys, private keys or certificates) whose tokens are accepted;"
              + " repeatable.")
  private List<Path> keys = List.of();

  @Option(
      names = "--api-audiences",
      paramLabel = "NAME",
      split = ",",
      description =
          "Audiences of this server, separated by commas; a token must be for one of them (default:"
              + " the issuers).")
  private List<String> audiences = List.of();

  @Option(
      names = "--service-account-max-token-expiration",
      paramLabel = "DURATION",
      converter = GoDurations.class,
      description = "Longest lifetime of a token, such as 24h (default: no limit).")
  private Duration maxExpiration = Duration.ZERO;

  @Option(
      names = "--service-account-extend-token-expiration",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "BOOLEAN",
      description =
          "Accept the token in a pod for a year, because old clients do not read it again (default:"
              + " true).")
  private boolean extended = true;

  @Option(
      names = "--service-account-jwks-uri",
      paramLabel = "URL",
      description =
          "URL of the keys in /.well-known/openid-configuration (default: this server's).")
  private String jwksUri = "";

  @Option(
      names = "--enable-bootstrap-token-auth",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "BOOLEAN",
      description =
          "Accept the tokens in secrets of type bootstrap.kubernetes.io/token, with which nodes"
              + " join (default: false).")
  private boolean bootstrap;

  TokenSettings settings() throws IOException {
    KeyPair pair = signingKey == null ? null : PublicKeys.pair(signingKey);
    var verifying = new ArrayList<PublicKey>();
    for (Path file : keys) {
      verifying.addAll(PublicKeys.read(file));
    }
    return TokenSettings.DEFAULT.with(
        changes ->
            changes
                .issuers(issuers.isEmpty() ? TokenSettings.DEFAULT.issuers() : issuers)
                .audiences(audiences)
                .signingKey(pair)
                .verificationKeys(verifying)
                .maxExpiration(maxExpiration)
                .extendedExpiration(extended)
                .bootstrap(bootstrap)
                .jwksUri(jwksUri));
  }
}
