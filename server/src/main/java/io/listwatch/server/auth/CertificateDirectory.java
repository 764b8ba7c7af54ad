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

  private static final String AUTHORITY = "ca";
  private static final String SERVER = "server";

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
   * @throws IOException if the directory cannot be read or written, or a file in it is missing or
   *     has unexpected content
   */
  public static CertificateDirectory open(Path directory, Timers timers) throws IOException {
    PrivateFiles.createDirectory(directory);
    return new CertificateDirectory(directory, timers, authority(directory, timers.now()));
  }

  private static CertificateAuthority authority(Path directory, Instant now) throws IOException {
    Path certificate = certificate(directory, AUTHORITY);
    Path key = key(directory, AUTHORITY);
    if (Files.exists(certificate) && Files.exists(key)) {
      return new CertificateAuthority(Pem.identity(key, certificate));
    }
    // A key without a certificate is left by an interrupted first start; it has not issued
    // anything.
    if (Files.exists(certificate) || Files.exists(certificate(directory, SERVER))) {
      throw new IOException(
          "%s: missing (expected: beside %s; put back a copy of the directory, or move it away to"
                  .formatted(
                      Files.exists(key) ? certificate : key, Files.exists(key) ? key : certificate)
              + " create a new authority)");
    }
    var created = CertificateAuthority.create("Listwatch authority", now);
    save(directory, AUTHORITY, created.identity());
    return created;
  }

  public CertificateAuthority authority() {
    return authority;
  }

  /**
   * Returns the server's identity for these names. Keeps the existing one unless its names differ,
   * another authority issued it, it expires soon, or its key and certificate are not a pair.
   */
  public Identity server(Collection<String> names) throws IOException {
    Optional<Identity> found = existingServer();
    if (found.isPresent() && fits(found.orElseThrow().certificate(), names)) {
      return found.orElseThrow();
    }
    Identity issued = authority.issueServer("listwatch", names, timers.now(), SERVER_VALIDITY);
    save(directory, SERVER, issued);
    return issued;
  }

  /** Empty unless both files exist and are a pair: a write of the two may have been interrupted. */
  private Optional<Identity> existingServer() throws IOException {
    Path certificate = certificate(directory, SERVER);
    Path key = key(directory, SERVER);
    if (!Files.exists(certificate) || !Files.exists(key)) {
      return Optional.empty();
    }
    return Optional.of(new Identity(Pem.key(key), Pem.certificates(certificate)))
        .filter(Identity::isPair);
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

  private static Path certificate(Path directory, String name) {
    return directory.resolve(name + ".crt");
  }

  private static Path key(Path directory, String name) {
    return directory.resolve(name + ".key");
  }

  /**
   * Writes the key before the certificate, so that there is never a certificate without its key.
   */
  private static void save(Path directory, String name, Identity identity) throws IOException {
    PrivateFiles.write(key(directory, name), Pem.keyOf(identity));
    PrivateFiles.write(certificate(directory, name), Pem.of(identity.chain()));
  }
}
