package io.listwatch.objects.x509;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * Issues the certificates of the server and its users. Keys are EC keys on P-256, which every
 * client supports and which are fast to create.
 *
 * <p>Immutable.
 */
public final class CertificateAuthority {
  /** Certificates are valid this long before they are issued, for clients whose clock is behind. */
  private static final Duration LEEWAY = Duration.ofMinutes(5);

  private static final Duration SHORT = Duration.ofHours(8);
  private static final Duration OWN_VALIDITY = Duration.ofDays(3650);
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Identity identity;

  /** Uses an existing authority. */
  public CertificateAuthority(Identity identity) {
    if (identity.certificate().getBasicConstraints() < 0) {
      throw new IllegalArgumentException(identity + " (expected: the certificate of an authority)");
    }
    this.identity = identity;
  }

  /** Creates an authority with a self-signed certificate. */
  public static CertificateAuthority create(String name, Instant now) {
    KeyPair keys = newKeys();
    byte[] subject = NewCertificate.name(List.of(), name);
    try {
      X509Certificate certificate =
          newCertificate(keys, subject, now, OWN_VALIDITY)
              .forAuthority()
              .signed(subject, keys.getPrivate());
      return new CertificateAuthority(new Identity(keys.getPrivate(), List.of(certificate)));
    } catch (GeneralSecurityException problem) {
      throw unmakeable(problem);
    }
  }

  public Identity identity() {
    return identity;
  }

  public X509Certificate certificate() {
    return identity.certificate();
  }

  /**
   * Issues a server certificate.
   *
   * @param names the host names and addresses of the server
   */
  public Identity issueServer(
      String name, Collection<String> names, Instant now, Duration validity) {
    KeyPair keys = newKeys();
    try {
      return issued(
          keys,
          newCertificate(keys, NewCertificate.name(List.of(), name), now, validity)
              .forServer(certificate(), names));
    } catch (GeneralSecurityException problem) {
      throw unmakeable(problem);
    }
  }

  /** Issues a client certificate; its subject is the user's name and groups. */
  public Identity issueClient(
      String user, Collection<String> groups, Instant now, Duration validity) {
    KeyPair keys = newKeys();
    try {
      return issued(
          keys,
          newCertificate(keys, NewCertificate.name(groups, user), now, validity)
              .forClient(certificate()));
    } catch (GeneralSecurityException problem) {
      throw unmakeable(problem);
    }
  }

  /**
   * Issues the certificate that a request asks for: its subject, key and alternative names, and no
   * other extension of it.
   *
   * @param usages such as {@code client auth}
   * @param validity shortened if this authority expires before; certificates of eight hours and
   *     more end five minutes earlier, as those of kube-controller-manager
   * @throws IllegalArgumentException if a usage is unknown
   * @throws IllegalStateException if this authority has expired
   */
  public X509Certificate sign(
      SigningRequest request, Collection<String> usages, Instant now, Duration validity) {
    Instant last = certificate().getNotAfter().toInstant();
    Instant end = now.plus(validity.compareTo(SHORT) < 0 ? validity : validity.minus(LEEWAY));
    if (!now.isBefore(last)) {
      throw new IllegalStateException("the signer has expired: NotAfter=" + last);
    }
    try {
      return new NewCertificate(
              request.key(), request.subject(), now.minus(LEEWAY), end.isBefore(last) ? end : last)
          .forRequest(KeyUsages.of(usages), request.names(), certificate())
          .signed(certificate().getSubjectX500Principal().getEncoded(), identity.key());
    } catch (GeneralSecurityException problem) {
      throw unmakeable(problem);
    }
  }

  private Identity issued(KeyPair keys, NewCertificate certificate)
      throws GeneralSecurityException {
    byte[] issuer = certificate().getSubjectX500Principal().getEncoded();
    return new Identity(keys.getPrivate(), List.of(certificate.signed(issuer, identity.key())));
  }

  private static NewCertificate newCertificate(
      KeyPair keys, byte[] subject, Instant now, Duration validity) {
    return new NewCertificate(keys.getPublic(), subject, now.minus(LEEWAY), now.plus(validity));
  }

  private static IllegalStateException unmakeable(GeneralSecurityException problem) {
    return new IllegalStateException("this Java cannot create certificates", problem);
  }

  private static KeyPair newKeys() {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException problem) {
      throw new IllegalStateException("this Java does not support P-256", problem);
    }
  }
}
