package io.listwatch.objects.x509;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Builds and signs an X.509 version 3 certificate, field by field as in RFC 5280. */
final class NewCertificate {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int SERIAL_BITS = 127;

  private static final int DIGITAL_SIGNATURE = 0x80;
  private static final int CERT_SIGN = 0x04;
  private static final int CRL_SIGN = 0x02;

  private static final String KEY_IDENTIFIER = "2.5.29.14";

  private final PublicKey key;
  private final byte[] subject;
  private final byte[] validity;
  private final List<byte[]> extensions = new ArrayList<>();

  /**
   * @param subject the encoded distinguished name
   */
  NewCertificate(PublicKey key, byte[] subject, Instant from, Instant until) {
    this.key = key;
    this.subject = subject;
    this.validity = Der.sequence(Der.time(from), Der.time(until));
  }

  /** Encodes a distinguished name from organizations and a common name. */
  static byte[] name(Collection<String> organizations, String commonName) {
    var parts = new ArrayList<byte[]>();
    organizations.forEach(each -> parts.add(namePart("2.5.4.10", each)));
    parts.add(namePart("2.5.4.3", commonName));
    return Der.sequence(parts.toArray(byte[][]::new));
  }

  private static byte[] namePart(String type, String value) {
    return Der.set(Der.sequence(Der.id(type), Der.text(value)));
  }

  /** Adds the extensions of a certificate authority. */
  NewCertificate forAuthority() throws GeneralSecurityException {
    extend("2.5.29.19", true, Der.sequence(Der.bool(true)));
    extend("2.5.29.15", true, Der.flags(DIGITAL_SIGNATURE | CERT_SIGN | CRL_SIGN));
    extend(KEY_IDENTIFIER, false, Der.octets(identifier(key)));
    return this;
  }

  /** Adds the extensions of a client certificate (extended key usage {@code clientAuth}). */
  NewCertificate forClient(X509Certificate issuer) throws GeneralSecurityException {
    return forOwner("1.3.6.1.5.5.7.3.2", issuer);
  }

  /**
   * Adds the extensions of a server certificate ({@code serverAuth}) with its alternative names.
   */
  NewCertificate forServer(X509Certificate issuer, Collection<String> names)
      throws GeneralSecurityException {
    byte[][] alternatives = names.stream().map(NewCertificate::alternative).toArray(byte[][]::new);
    extend("2.5.29.17", false, Der.sequence(alternatives));
    return forOwner("1.3.6.1.5.5.7.3.1", issuer);
  }

  /** Adds the extensions of a requested certificate. */
  NewCertificate forRequest(KeyUsages usages, AlternativeNames names, X509Certificate issuer)
      throws GeneralSecurityException {
    extend("2.5.29.19", true, Der.sequence());
    if (usages.flags() != 0) {
      extend("2.5.29.15", true, Der.flags(usages.flags()));
    }
    if (!usages.purposes().isEmpty()) {
      byte[][] ids = usages.purposes().stream().map(Der::id).toArray(byte[][]::new);
      extend("2.5.29.37", false, Der.sequence(ids));
    }
    extend("2.5.29.35", false, Der.sequence(Der.implicit(0, identifier(issuer))));
    if (!names.isEmpty()) {
      extend("2.5.29.17", false, Der.sequence(names.encoded()));
    }
    return this;
  }

  private NewCertificate forOwner(String purpose, X509Certificate issuer)
      throws GeneralSecurityException {
    extend("2.5.29.19", true, Der.sequence());
    extend("2.5.29.15", true, Der.flags(DIGITAL_SIGNATURE));
    extend("2.5.29.37", false, Der.sequence(Der.id(purpose)));
    extend("2.5.29.35", false, Der.sequence(Der.implicit(0, identifier(issuer))));
    return this;
  }

  /** Encodes a host name, or an IP address. */
  private static byte[] alternative(String name) {
    boolean address = name.indexOf(':') >= 0 || name.matches("[0-9]+(\\.[0-9]+){3}");
    if (!address) {
      return Der.implicit(2, name.getBytes(StandardCharsets.US_ASCII));
    }
    try {
      return Der.implicit(7, InetAddress.getByName(name).getAddress());
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(name + " (expected: an address or a host name)", e);
    }
  }

  private void extend(String id, boolean critical, byte[] value) {
    byte[] content = Der.octets(value);
    extensions.add(
        critical
            ? Der.sequence(Der.id(id), Der.bool(true), content)
            : Der.sequence(Der.id(id), content));
  }

  /** Returns the certificate's subject key identifier, or a digest of its key. */
  private static byte[] identifier(X509Certificate certificate) throws GeneralSecurityException {
    byte[] given = certificate.getExtensionValue(KEY_IDENTIFIER);
    try {
      return given == null
          ? identifier(certificate.getPublicKey())
          : new DerReader(new DerReader(given).octets()).octets();
    } catch (IOException e) {
      throw new GeneralSecurityException("malformed subject key identifier of the issuer", e);
    }
  }

  private static byte[] identifier(PublicKey key) throws GeneralSecurityException {
    try {
      DerReader info = new DerReader(key.getEncoded()).sequence();
      info.skip();
      return MessageDigest.getInstance("SHA-1").digest(info.bits());
    } catch (IOException e) {
      throw new GeneralSecurityException("malformed public key: " + key.getAlgorithm(), e);
    }
  }

  /**
   * Signs the certificate.
   *
   * @param issuer the encoded distinguished name
   * @param signer the issuer's key
   */
  X509Certificate signed(byte[] issuer, PrivateKey signer) throws GeneralSecurityException {
    boolean curve = signer.getAlgorithm().startsWith("EC");
    byte[] algorithm =
        curve
            ? Der.sequence(Der.id("1.2.840.10045.4.3.2"))
            : Der.sequence(Der.id("1.2.840.113549.1.1.11"), Der.nothing());
    byte[] content =
        Der.sequence(
            Der.tagged(0, Der.integer(2)),
            Der.integer(new BigInteger(SERIAL_BITS, RANDOM)),
            algorithm,
            issuer,
            validity,
            subject,
            key.getEncoded(),
            Der.tagged(3, Der.sequence(extensions.toArray(byte[][]::new))));
    var signature = Signature.getInstance(curve ? "SHA256withECDSA" : "SHA256withRSA");
    signature.initSign(signer);
    signature.update(content);
    byte[] certificate = Der.sequence(content, algorithm, Der.bits(signature.sign()));
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(certificate));
  }
}
