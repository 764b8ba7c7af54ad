package io.listwatch.cli;

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

/** The options for the serving certificate and the client CAs. */
final class TlsOptions {
  /** Interval at which a given certificate is read again, because it may be renewed. */
  private static final Duration GIVEN_PERIOD = Duration.ofMinutes(1);

  /** Interval at which the generated certificate is checked for renewal. */
  private static final Duration OWN_PERIOD = Duration.ofHours(12);

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description = "Serving certificate (PEM), instead of a generated one. Needs --tls-key.")
  private @Nullable Path certificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "Key of the serving certificate (PEM).")
  private @Nullable Path key;

  @Option(
      names = "--tls-san",
      split = ",",
      paramLabel = "NAME",
      description = "More host names or addresses for the generated certificate.")
  private List<String> names = List.of();

  @Option(
      names = "--client-ca",
      paramLabel = "FILE",
      description = "More client CAs (PEM), besides the generated one.")
  private @Nullable Path clientAuthority;

  /** Returns the serving certificate: the given one, or one generated for the listen address. */
  RenewingIdentity identity(CertificateDirectory own, String bind, Timers timers, Executor executor)
      throws IOException {
    Path chain = certificate;
    Path secret = key;
    if ((chain == null) != (secret == null)) {
      throw new UsageFailure("--tls-cert and --tls-key need each other");
    }
    if (chain != null && secret != null) {
      return new RenewingIdentity(
          () -> Pem.identity(secret, chain), GIVEN_PERIOD, timers, executor);
    }
    Set<String> all = names(bind, names);
    return new RenewingIdentity(() -> own.server(all), OWN_PERIOD, timers, executor);
  }

  /** Returns the host names and addresses for the generated certificate. */
  static Set<String> names(String bind, List<String> further) {
    var all = new TreeSet<>(further);
    all.addAll(List.of("127.0.0.1", "::1", "localhost", "kubernetes", "kubernetes.default"));
    all.addAll(List.of("kubernetes.default.svc", "kubernetes.default.svc.cluster.local"));
    if (!bind.equals("0.0.0.0") && !bind.equals("::")) {
      all.add(bind);
    }
    return all;
  }

  /** Returns the client CAs: the server's own CA and the given ones. */
  List<X509Certificate> clientAuthorities(CertificateDirectory own) throws IOException {
    var all = new ArrayList<>(List.of(own.authority().certificate()));
    if (clientAuthority != null) {
      all.addAll(Pem.certificates(clientAuthority));
    }
    return all;
  }
}
