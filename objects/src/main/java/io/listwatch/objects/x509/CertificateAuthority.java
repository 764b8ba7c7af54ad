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
 * Issues the certificates by which the server and its users know each other. Its keys are EC keys
 * on P-256, which every client understands and which take no time to make.
 *
 * <p>Immutable.
 */
public final class CertificateAuthority {
  /** Clocks differ: what is issued now must be valid for those who are a little behind. */
  private static final Duration LEEWAY = Duration.ofMinutes(5);

  private static final Duration OWN_VALIDITY = Duration.ofDays(3650);
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Identity identity;

  /** An authority that exists. */
  public CertificateAuthority(Identity identity) {
    if (identity.certificate().getBasicConstraints() < 0) {
      throw new IllegalArgumentException(identity + " (expected: the certificate of an authority)");
    }
    this.identity = identity;
  }

  /** A new authority that vouches for itself. */
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
   * An identity for a server.
   *
   * @param names by which it is reached: host names and addresses
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

  /** An identity for a user: the name and the groups are what the API server will take it for. */
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
    return new IllegalStateException("no certificate can be made by this Java", problem);
  }

  private static KeyPair newKeys() {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException problem) {
      throw new IllegalStateException("this Java knows no P-256", problem);
    }
  }
}
