package io.listwatch.server.auth;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.IPAddress;
import org.jspecify.annotations.Nullable;

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
  private static final int SERIAL_BITS = 127;
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
    X500Name subject = new X500NameBuilder().addRDN(BCStyle.CN, name).build();
    try {
      var builder = builder(subject, subject, keys.getPublic(), now, OWN_VALIDITY);
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
      builder.addExtension(
          Extension.keyUsage,
          true,
          new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyCertSign | KeyUsage.cRLSign));
      builder.addExtension(
          Extension.subjectKeyIdentifier,
          false,
          new JcaX509ExtensionUtils().createSubjectKeyIdentifier(keys.getPublic()));
      X509Certificate certificate = sign(builder, keys.getPrivate());
      return new CertificateAuthority(new Identity(keys.getPrivate(), List.of(certificate)));
    } catch (IOException | GeneralSecurityException | OperatorCreationException problem) {
      throw new IllegalStateException("no certificate can be made by this Java", problem);
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
    GeneralName[] alternatives =
        names.stream().map(CertificateAuthority::generalName).toArray(GeneralName[]::new);
    X500Name subject = new X500NameBuilder().addRDN(BCStyle.CN, name).build();
    return issue(
        subject, KeyPurposeId.id_kp_serverAuth, new GeneralNames(alternatives), now, validity);
  }

  /** An identity for a user: the name and the groups are what the API server will take it for. */
  public Identity issueClient(
      String user, Collection<String> groups, Instant now, Duration validity) {
    var subject = new X500NameBuilder();
    groups.forEach(group -> subject.addRDN(BCStyle.O, group));
    subject.addRDN(BCStyle.CN, user);
    return issue(subject.build(), KeyPurposeId.id_kp_clientAuth, null, now, validity);
  }

  private Identity issue(
      X500Name subject,
      KeyPurposeId purpose,
      @Nullable GeneralNames names,
      Instant now,
      Duration validity) {
    KeyPair keys = newKeys();
    var issuer = X500Name.getInstance(certificate().getSubjectX500Principal().getEncoded());
    try {
      var builder = builder(issuer, subject, keys.getPublic(), now, validity);
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose));
      builder.addExtension(
          Extension.authorityKeyIdentifier,
          false,
          new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(certificate()));
      if (names != null) {
        builder.addExtension(Extension.subjectAlternativeName, false, names);
      }
      return new Identity(keys.getPrivate(), List.of(sign(builder, identity.key())));
    } catch (IOException | GeneralSecurityException | OperatorCreationException problem) {
      throw new IllegalStateException("no certificate can be made by this Java", problem);
    }
  }

  private static GeneralName generalName(String name) {
    boolean address = IPAddress.isValid(name);
    return new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, name);
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

  private static X509v3CertificateBuilder builder(
      X500Name issuer, X500Name subject, PublicKey key, Instant now, Duration validity) {
    return new JcaX509v3CertificateBuilder(
        issuer,
        new BigInteger(SERIAL_BITS, RANDOM),
        Date.from(now.minus(LEEWAY)),
        Date.from(now.plus(validity)),
        subject,
        key);
  }

  private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException, OperatorCreationException {
    String algorithm = key.getAlgorithm().startsWith("EC") ? "SHA256withECDSA" : "SHA256withRSA";
    return new JcaX509CertificateConverter()
        .getCertificate(builder.build(new JcaContentSignerBuilder(algorithm).build(key)));
  }
}
