package io.listwatch.objects.x509;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/** Requests for certificates, as clients make them. */
public final class SigningRequests {
  private SigningRequests() {}

  /** One by somebody with a key on a curve, in PEM. */
  public static String pem(String name, String... organizations) {
    KeyPair keys = keys("EC");
    return pem(
        NewCertificate.name(List.of(organizations), name),
        keys,
        keys.getPrivate(),
        "SHA256withECDSA",
        Der.sequence(Der.id("1.2.840.10045.4.3.2")));
  }

  /** The same as it stands in an object. */
  public static String encoded(String name, String... organizations) {
    return encoded(pem(name, organizations));
  }

  /** Some certificate as it stands in an object. */
  public static String encodedCertificate() {
    return encoded(Pem.of(CertificateAuthority.create("a", Instant.EPOCH).certificate()));
  }

  private static String encoded(String pem) {
    return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
  }

  static KeyPair keys(String algorithm) {
    try {
      return KeyPairGenerator.getInstance(algorithm).generateKeyPair();
    } catch (GeneralSecurityException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /**
   * One that is signed in some way.
   *
   * @param signer whose key signs
   * @param algorithm the way, as the request names it
   */
  static String pem(
      byte[] subject, KeyPair keys, PrivateKey signer, String signature, byte[] algorithm) {
    return pem(der(subject, keys, signer, signature, algorithm));
  }

  /** Any bytes, in the place of a request. */
  static String pem(byte[] der) {
    return "-----BEGIN CERTIFICATE REQUEST-----\n%s\n-----END CERTIFICATE REQUEST-----\n"
        .formatted(Base64.getMimeEncoder().encodeToString(der));
  }

  /** The same as {@link #pem(byte[], KeyPair, PrivateKey, String, byte[])} without the PEM. */
  static byte[] der(
      byte[] subject, KeyPair keys, PrivateKey signer, String signature, byte[] algorithm) {
    byte[] info =
        Der.sequence(Der.integer(0), subject, keys.getPublic().getEncoded(), Der.tagged(0));
    try {
      Signature signing = Signature.getInstance(signature);
      signing.initSign(signer);
      signing.update(info);
      return Der.sequence(info, algorithm, Der.bits(signing.sign()));
    } catch (GeneralSecurityException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
