package io.listwatch.server.auth;

import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import io.listwatch.objects.x509.Pem;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The certificates that a server manages for itself: a certificate authority, created on first use,
 * and the serving certificate that it has issued.
 *
 * <p>Threads: one at a time.
 */
public final class CertificateDirectory {
  /** Validity of a serving certificate. It is replaced when a third of this time is left. */
  static final Duration SERVER_VALIDITY = Duration.ofDays(365);

  private final Path directory;
  private final Timers timers;
  private final CertificateAuthority authority;

  private CertificateDirectory(Path directory, Timers timers, CertificateAuthority authority) {
    this.directory = directory;
    this.timers = timers;
    this.authority = authority;
  }

  /**
   * Opens the directory. If it does not exist, creates it with access for its owner only.
   *
   * @throws IOException if the directory cannot be read or written, or a file in it has unexpected
   *     content
   */
  public static CertificateDirectory open(Path directory, Timers timers) throws IOException {
    PrivateFiles.createDirectory(directory);
    Optional<Identity> found = load(directory, "ca");
    if (found.isPresent()) {
      return new CertificateDirectory(
          directory, timers, new CertificateAuthority(found.orElseThrow()));
    }
    var created = CertificateAuthority.create("Listwatch authority", timers.now());
    save(directory, "ca", created.identity());
    return new CertificateDirectory(directory, timers, created);
  }

  public CertificateAuthority authority() {
    return authority;
  }

  /**
   * Returns the server's identity for these names. Keeps the existing one unless its names differ,
   * another authority issued it or it expires soon.
   */
  public Identity server(Collection<String> names) throws IOException {
    Optional<Identity> found = load(directory, "server");
    if (found.isPresent() && fits(found.orElseThrow().certificate(), names)) {
      return found.orElseThrow();
    }
    Identity issued = authority.issueServer("listwatch", names, timers.now(), SERVER_VALIDITY);
    save(directory, "server", issued);
    return issued;
  }

  private boolean fits(X509Certificate certificate, Collection<String> names) {
    return certificate
            .getIssuerX500Principal()
            .equals(authority.certificate().getSubjectX500Principal())
        && isSignedByAuthority(certificate)
        && renewalTime(certificate).isAfter(timers.now())
        && new TreeSet<>(alternativeNames(certificate)).equals(new TreeSet<>(names));
  }

  private boolean isSignedByAuthority(X509Certificate certificate) {
    try {
      certificate.verify(authority.certificate().getPublicKey());
      return true;
    } catch (GeneralSecurityException foreign) {
      return false;
    }
  }

  private static List<String> alternativeNames(X509Certificate certificate) {
    try {
      var names = certificate.getSubjectAlternativeNames();
      return names == null ? List.of() : names.stream().map(each -> "" + each.get(1)).toList();
    } catch (CertificateParsingException unreadable) {
      return List.of();
    }
  }

  /** Returns the time at which a certificate has a third of its validity left. */
  static Instant renewalTime(X509Certificate certificate) {
    Instant start = certificate.getNotBefore().toInstant();
    Instant end = certificate.getNotAfter().toInstant();
    return end.minus(Duration.between(start, end).dividedBy(3));
  }

  private static Optional<Identity> load(Path directory, String name) throws IOException {
    Path certificate = directory.resolve(name + ".crt");
    Path key = directory.resolve(name + ".key");
    if (!Files.exists(certificate) && !Files.exists(key)) {
      return Optional.empty();
    }
    return Optional.of(new Identity(Pem.key(key), Pem.certificates(certificate)));
  }

  /**
   * Writes the key before the certificate, so that there is never a certificate without its key.
   */
  private static void save(Path directory, String name, Identity identity) throws IOException {
    PrivateFiles.write(directory.resolve(name + ".key"), Pem.keyOf(identity));
    PrivateFiles.write(directory.resolve(name + ".crt"), Pem.of(identity.chain()));
  }
}
