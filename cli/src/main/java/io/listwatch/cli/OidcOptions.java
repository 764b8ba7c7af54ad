package io.listwatch.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.server.auth.SettingsFile;
import io.listwatch.server.auth.oidc.AuthenticationFile;
import io.listwatch.server.auth.oidc.ClaimSource;
import io.listwatch.server.auth.oidc.JwtIssuer;
import io.listwatch.server.auth.oidc.JwtIssuers;
import io.listwatch.server.auth.oidc.UserClaims;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of kube-apiserver for tokens of OpenID Connect. */
final class OidcOptions {
  @Option(
      names = "--authentication-config",
      paramLabel = "FILE",
      description =
          "Issuers of JSON Web Tokens, and the paths of anonymous requests: an"
              + " AuthenticationConfiguration of apiserver.config.k8s.io/v1. Excludes the --oidc-"
              + " options.")
  private @Nullable Path file;

  @Option(
      names = "--oidc-issuer-url",
      paramLabel = "URL",
      description = "Accept the tokens of this OpenID Connect issuer. Needs --oidc-client-id.")
  private @Nullable String url;

  @Option(
      names = "--oidc-client-id",
      paramLabel = "ID",
      description = "The audience that the issuer's tokens must have.")
  private String clientId = "";

  @Option(
      names = "--oidc-username-claim",
      paramLabel = "CLAIM",
      defaultValue = "sub",
      description = "The claim with the user's name (default: ${DEFAULT-VALUE}).")
  private String usernameClaim = "sub";

  @Option(
      names = "--oidc-username-prefix",
      paramLabel = "PREFIX",
      description =
          "Prefix of users' names; - for none (default: none for the claim email, else the issuer's"
              + " URL and #).")
  private @Nullable String usernamePrefix;

  @Option(
      names = "--oidc-groups-claim",
      paramLabel = "CLAIM",
      description = "The claim with the user's groups.")
  private String groupsClaim = "";

  @Option(
      names = "--oidc-groups-prefix",
      paramLabel = "PREFIX",
      description = "Prefix of the groups' names.")
  private String groupsPrefix = "";

  @Option(
      names = "--oidc-required-claim",
      paramLabel = "CLAIM=VALUE",
      split = ",",
      description = "A claim that tokens must have; repeatable.")
  private Map<String, String> required = new LinkedHashMap<>();

  @Option(
      names = "--oidc-ca-file",
      paramLabel = "FILE",
      description = "CA of the issuer (PEM; default: the machine's).")
  private @Nullable Path authority;

  @Option(
      names = "--oidc-signing-algs",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "RS256",
      description = "Algorithms with which tokens may be signed (default: ${DEFAULT-VALUE}).")
  private List<String> algorithms = List.of("RS256");

  /**
   * Returns the authentication configuration file, already validated; null if there is none.
   *
   * @param ownIssuers of the tokens of service accounts
   */
  @Nullable SettingsFile<AuthenticationFile> configuration(List<String> ownIssuers)
      throws IOException {
    if (file == null) {
      return null;
    }
    if (url != null) {
      throw new UsageFailure("--authentication-config and --oidc-issuer-url exclude each other");
    }
    try {
      return SettingsFile.open(
          file, text -> AuthenticationFile.parse(text, Set.copyOf(ownIssuers)));
    } catch (IllegalArgumentException invalid) {
      throw new CommandFailure(
          "--authentication-config: %s: %s".formatted(file, invalid.getMessage()), invalid);
    }
  }

  /**
   * Returns the paths whose requests need no credentials.
   *
   * @param flag of {@code --anonymous-auth}; null if it is not given
   */
  static Predicate<String> anonymous(
      @Nullable SettingsFile<AuthenticationFile> configuration, @Nullable Boolean flag) {
    AuthenticationFile first = configuration == null ? null : configuration.first();
    List<String> paths = first == null ? null : first.anonymousPaths();
    if (first == null || paths == null) {
      return path -> flag == null || flag;
    }
    if (flag != null) {
      throw new UsageFailure(
          "--anonymous-auth flag cannot be set when anonymous field is configured in authentication"
              + " configuration file");
    }
    return path -> first.anonymous() && (paths.isEmpty() || paths.contains(path));
  }

  /** Returns the issuers that these options, or the file, describe. */
  JwtIssuers issuers(@Nullable SettingsFile<AuthenticationFile> configuration) throws IOException {
    return configuration == null ? JwtIssuers.of(issuers()) : JwtIssuers.of(configuration);
  }

  private List<JwtIssuer> issuers() throws IOException {
    if (url == null) {
      return List.of();
    }
    if (clientId.isEmpty()) {
      throw new UsageFailure("--oidc-issuer-url and --oidc-client-id need each other");
    }
    String bundle =
        authority == null
            ? ""
            : Base64.getEncoder().encodeToString(Files.readString(authority).getBytes(UTF_8));
    var claims =
        new UserClaims(
            ClaimSource.ofClaim(usernameClaim, prefix(url)),
            ClaimSource.ofClaim(groupsClaim, groupsPrefix),
            ClaimSource.NONE,
            Map.of(),
            required,
            List.of(),
            List.of());
    try {
      return List.of(
          new JwtIssuer(
              url,
              JwtIssuer.discoveryOf(url),
              bundle,
              List.of(clientId),
              new HashSet<>(algorithms),
              claims));
    } catch (IllegalArgumentException invalid) {
      throw new UsageFailure("--oidc: " + invalid.getMessage());
    }
  }

  private String prefix(String issuer) {
    if (usernamePrefix == null) {
      return usernameClaim.equals("email") ? "" : issuer + "#";
    }
    return usernamePrefix.equals("-") ? "" : usernamePrefix;
  }
}
