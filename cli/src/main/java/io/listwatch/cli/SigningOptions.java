package io.listwatch.cli;

import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.server.controllers.CertificateSigning;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for CertificateSigningRequests. */
final class SigningOptions {
  @Option(
      names = "--sign-certificates",
      description =
          "Sign approved CertificateSigningRequests of Kubernetes' own signers with the server's"
              + " authority, and approve client certificates of nodes whose requester may have"
              + " them.")
  private boolean signs;

  @Option(
      names = "--cluster-signing-duration",
      paramLabel = "DURATION",
      defaultValue = "8760h",
      converter = GoDurations.class,
      description = "How long signed certificates are valid at most (default: ${DEFAULT-VALUE}).")
  private Duration validity = Duration.ofDays(365);

  /** Returns the signing by an authority; null if it is off. */
  @Nullable CertificateSigning by(CertificateAuthority authority) {
    return signs ? CertificateSigning.by(authority, validity) : null;
  }
}
