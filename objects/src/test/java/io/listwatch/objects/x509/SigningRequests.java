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

/** Certificate signing requests for tests. */
public final class SigningRequests {
  private SigningRequests() {}

  /** Returns a request with an EC key, as PEM. */
  public static String pem(String name, String... organizations) {
    KeyPair keys = keys("EC");
    return pem(
        NewCertificate.name(List.of(organizations), name),
        keys,
        keys.getPrivate(),
        "SHA256withECDSA",
        Der.sequence(Der.id("1.2.840.10045.4.3.2")));
  }

  /** Returns a request as the field of an object: PEM in Base64. */
  public static String encoded(String name, String... organizations) {
    return encoded(pem(name, organizations));
  }

  /** Returns a certificate as the field of an object: PEM in Base64. */
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
   * Returns a request with a chosen signature.
   *
   * @param signer the key that signs
   * @param algorithm the encoded identifier of the algorithm
   */
  static String pem(
      byte[] subject, KeyPair keys, PrivateKey signer, String signature, byte[] algorithm) {
    return pem(der(subject, keys, signer, signature, algorithm));
  }

  /** Returns arbitrary bytes in the PEM of a request. */
  static String pem(byte[] der) {
    return "-----BEGIN CERTIFICATE REQUEST-----\n%s\n-----END CERTIFICATE REQUEST-----\n"
        .formatted(Base64.getMimeEncoder().encodeToString(der));
  }

  /** Like {@link #pem(byte[], KeyPair, PrivateKey, String, byte[])}, without the PEM. */
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
