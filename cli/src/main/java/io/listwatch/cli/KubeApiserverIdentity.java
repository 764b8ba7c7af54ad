package io.listwatch.cli;

import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import io.listwatch.objects.x509.Pem;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.auth.Authenticator;
import io.listwatch.server.auth.CertificateAuthenticator;
import io.listwatch.server.auth.FirstAuthenticator;
import io.listwatch.server.auth.PrivateFiles;
import io.listwatch.server.auth.SettingsFile;
import io.listwatch.server.auth.TokenAuthenticator;
import io.listwatch.server.auth.TokenFile;
import io.listwatch.server.auth.oidc.AuthenticationFile;
import io.listwatch.server.auth.oidc.JwtIssuers;
import io.listwatch.server.auth.webhook.TokenWebhook;
import io.listwatch.server.http.HttpServerSettings;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The TLS and authentication flags of kube-apiserver. */
final class KubeApiserverIdentity {
  private static final Duration VALIDITY = Duration.ofDays(365);

  @Option(
      names = "--cert-dir",
      paramLabel = "DIR",
      defaultValue = "/var/run/kubernetes",
      description =
          "The directory of apiserver.crt and apiserver.key. If they are missing, they are created"
              + " (default: ${DEFAULT-VALUE}).")
  private Path directory = Path.of("/var/run/kubernetes");

  @Option(
      names = "--tls-cert-file",
      paramLabel = "FILE",
      description = "Serving certificate (PEM). Needs --tls-private-key-file.")
  private @Nullable Path certificate;

  @Option(
      names = "--tls-private-key-file",
      paramLabel = "FILE",
      description = "Key of the serving certificate (PEM).")
  private @Nullable Path key;

  @Option(
      names = "--client-ca-file",
      paramLabel = "FILE",
      description =
          "Client CA (PEM). A client certificate's common name is the user, its organizations are"
              + " the groups.")
  private @Nullable Path clientAuthority;

  @Option(
      names = "--token-auth-file",
      paramLabel = "FILE",
      description = "Static tokens, one line for each user: token,user,uid,\"group,group\".")
  private @Nullable Path tokens;

  @Option(
      names = "--anonymous-auth",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "BOOLEAN",
      description = "Accept requests without credentials, as system:anonymous (default: true).")
  private @Nullable Boolean anonymous;

  @Mixin private FrontProxyOptions proxies = new FrontProxyOptions();
  @Mixin private OidcOptions oidc = new OidcOptions();
  @Mixin private TokenWebhookOptions tokenWebhook = new TokenWebhookOptions();

  /**
   * Returns the configuration of a server with these certificates and authenticators.
   *
   * @param ownIssuers of the tokens of service accounts
   */
  ApiServerConfig secure(
      HttpServerSettings http, String bind, List<String> ownIssuers, Timers timers)
      throws IOException {
    Identity shown = load(bind, timers.now());
    List<X509Certificate> authorities =
        clientAuthority == null ? List.of() : Pem.certificates(clientAuthority);
    var authenticators = new ArrayList<Authenticator>(proxies.authenticators(timers));
    var accepted = new ArrayList<>(authorities);
    accepted.addAll(proxies.authorities());
    if (!authorities.isEmpty()) {
      authenticators.add(new CertificateAuthenticator(authorities, timers));
    }
    if (tokens != null) {
      authenticators.add(new TokenAuthenticator(TokenFile.open(tokens, timers)));
    }
    SettingsFile<AuthenticationFile> structured = oidc.configuration(ownIssuers);
    JwtIssuers issuers = oidc.issuers(structured);
    TokenWebhook webhook = tokenWebhook.webhook();
    return ApiServerConfig.secure(
            http,
            () -> shown,
            accepted,
            new FirstAuthenticator(authenticators, OidcOptions.anonymous(structured, anonymous)))
        .with(changes -> changes.issuers(issuers).tokenWebhook(webhook));
  }

  private Identity load(String bind, Instant now) throws IOException {
    if ((certificate == null) != (key == null)) {
      throw new UsageFailure("--tls-cert-file and --tls-private-key-file need each other");
    }
    Path chain = certificate == null ? directory.resolve("apiserver.crt") : certificate;
    Path secret = key == null ? directory.resolve("apiserver.key") : key;
    if (certificate == null && !Files.exists(chain)) {
      make(chain, secret, bind, now);
    }
    return Pem.identity(secret, chain);
  }

  private void make(Path chain, Path secret, String bind, Instant now) throws IOException {
    var authority = CertificateAuthority.create("listwatch", now);
    Identity made =
        authority.issueServer("kube-apiserver", TlsOptions.names(bind, List.of()), now, VALIDITY);
    PrivateFiles.createDirectory(directory);
    PrivateFiles.write(secret, Pem.keyOf(made));
    // Includes the CA, so that clients can trust this file alone.
    PrivateFiles.write(chain, Pem.of(List.of(made.certificate(), authority.certificate())));
  }
}
