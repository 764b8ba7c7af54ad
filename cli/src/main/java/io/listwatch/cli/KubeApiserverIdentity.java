package io.listwatch.cli;

import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import io.listwatch.objects.x509.Pem;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.auth.Authenticator;
import io.listwatch.server.auth.CertificateAuthenticator;
import io.listwatch.server.auth.FirstAuthenticator;
import io.listwatch.server.auth.PrivateFiles;
import io.listwatch.server.auth.TokenAuthenticator;
import io.listwatch.server.auth.TokenFile;
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
import picocli.CommandLine.Option;

/** Who the server is and whom it believes, in the flags of kube-apiserver. */
final class KubeApiserverIdentity {
  private static final Duration VALIDITY = Duration.ofDays(365);

  @Option(
      names = "--cert-dir",
      paramLabel = "DIR",
      defaultValue = "/var/run/kubernetes",
      description =
          "Where apiserver.crt and apiserver.key are, or are put if they are not there (default:"
              + " ${DEFAULT-VALUE}).")
  private Path directory = Path.of("/var/run/kubernetes");

  @Option(
      names = "--tls-cert-file",
      paramLabel = "FILE",
      description = "The server's certificate (PEM), with --tls-private-key-file, instead.")
  private @Nullable Path certificate;

  @Option(names = "--tls-private-key-file", paramLabel = "FILE", description = "Its key (PEM).")
  private @Nullable Path key;

  @Option(
      names = "--client-ca-file",
      paramLabel = "FILE",
      description = "Whose certificates name users: by common name, groups by organization.")
  private @Nullable Path clientAuthority;

  @Option(
      names = "--token-auth-file",
      paramLabel = "FILE",
      description = "Users by their tokens, a line each: token,user,uid,\"group,group\".")
  private @Nullable Path tokens;

  /** A server that shows what the flags say and believes whom they name. */
  ApiServerConfig secure(HttpServerSettings http, String bind, Timers timers) throws IOException {
    Identity shown = load(bind, timers.now());
    List<X509Certificate> authorities =
        clientAuthority == null ? List.of() : Pem.certificates(clientAuthority);
    var authenticators = new ArrayList<Authenticator>();
    if (!authorities.isEmpty()) {
      authenticators.add(new CertificateAuthenticator(authorities, timers));
    }
    if (tokens != null) {
      authenticators.add(new TokenAuthenticator(TokenFile.open(tokens)));
    }
    return ApiServerConfig.secure(
        http, () -> shown, authorities, new FirstAuthenticator(authenticators));
  }

  private Identity load(String bind, Instant now) throws IOException {
    if ((certificate == null) != (key == null)) {
      throw new UsageFailure("--tls-cert-file and --tls-private-key-file go together");
    }
    Path chain = certificate == null ? directory.resolve("apiserver.crt") : certificate;
    Path secret = key == null ? directory.resolve("apiserver.key") : key;
    if (certificate == null && !Files.exists(chain)) {
      make(chain, secret, bind, now);
    }
    return new Identity(Pem.key(secret), Pem.certificates(chain));
  }

  private void make(Path chain, Path secret, String bind, Instant now) throws IOException {
    var authority = CertificateAuthority.create("listwatch", now);
    Identity made =
        authority.issueServer("kube-apiserver", TlsOptions.names(bind, List.of()), now, VALIDITY);
    PrivateFiles.createDirectory(directory);
    PrivateFiles.write(secret, Pem.keyOf(made));
    // The authority too, so that the file is all that a client has to trust.
    PrivateFiles.write(chain, Pem.of(List.of(made.certificate(), authority.certificate())));
  }
}
