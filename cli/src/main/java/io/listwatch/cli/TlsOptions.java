package io.listwatch.cli;

import io.listwatch.objects.x509.Identity;
import io.listwatch.objects.x509.Pem;
import io.listwatch.server.auth.CertificateDirectory;
import io.listwatch.server.auth.RenewingIdentity;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How the server shows who it is, and whom it believes. */
final class TlsOptions {
  /** How often a certificate that others renew is read again. */
  private static final Duration GIVEN_PERIOD = Duration.ofMinutes(1);

  /** How often one's own certificate is looked at. */
  private static final Duration OWN_PERIOD = Duration.ofHours(12);

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description = "A certificate to show instead of one's own (PEM), with --tls-key.")
  private @Nullable Path certificate;

  @Option(names = "--tls-key", paramLabel = "FILE", description = "Its key (PEM).")
  private @Nullable Path key;

  @Option(
      names = "--tls-san",
      split = ",",
      paramLabel = "NAME",
      description = "Further names or addresses for one's own certificate.")
  private List<String> names = List.of();

  @Option(
      names = "--client-ca",
      paramLabel = "FILE",
      description = "Further authorities whose certificates name users (PEM).")
  private @Nullable Path clientAuthority;

  /** The certificate to show: given, or one's own for where it listens. */
  RenewingIdentity identity(CertificateDirectory own, String bind, Timers timers, Executor executor)
      throws IOException {
    Path chain = certificate;
    Path secret = key;
    if ((chain == null) != (secret == null)) {
      throw new UsageFailure("--tls-cert and --tls-key go together");
    }
    if (chain != null && secret != null) {
      return new RenewingIdentity(
          () -> new Identity(Pem.key(secret), Pem.certificates(chain)),
          GIVEN_PERIOD,
          timers,
          executor);
    }
    Set<String> all = names(bind, names);
    return new RenewingIdentity(() -> own.server(all), OWN_PERIOD, timers, executor);
  }

  /** By which a server is reached that listens there, and by further ones. */
  static Set<String> names(String bind, List<String> further) {
    var all = new TreeSet<>(further);
    all.addAll(List.of("127.0.0.1", "::1", "localhost", "kubernetes", "kubernetes.default"));
    all.addAll(List.of("kubernetes.default.svc", "kubernetes.default.svc.cluster.local"));
    if (!bind.equals("0.0.0.0") && !bind.equals("::")) {
      all.add(bind);
    }
    return all;
  }

  /** Who may vouch for users: the server's own authority, and who else was named. */
  List<X509Certificate> clientAuthorities(CertificateDirectory own) throws IOException {
    var all = new ArrayList<>(List.of(own.authority().certificate()));
    if (clientAuthority != null) {
      all.addAll(Pem.certificates(clientAuthority));
    }
    return all;
  }
}
