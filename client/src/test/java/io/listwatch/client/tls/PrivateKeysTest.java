package io.listwatch.client.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.Arrays;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.util.io.pem.PemObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parses all common formats of private keys. */
final class PrivateKeysTest {
  @ParameterizedTest
  @CsvSource({"RSA, 2048, RSA PRIVATE KEY", "EC, 256, EC PRIVATE KEY", "EC, 521, EC PRIVATE KEY"})
  void readsPkcs1AndSec1(String algorithm, int size, String label) throws Exception {
    KeyPair keys = TestAuthority.keys(algorithm, size);
    byte[] pem = TestAuthority.pem(keys.getPrivate());

    assertThat(new String(pem, US_ASCII)).contains("BEGIN " + label);
    assertPair(keys, PrivateKeys.read(pem));
  }

  @ParameterizedTest
  @CsvSource({"RSA, 2048", "EC, 384", "Ed25519, 0"})
  void readsPkcs8(String algorithm, int size) throws Exception {
    KeyPair keys = TestAuthority.keys(algorithm, size);
    byte[] pem = TestAuthority.pem(new JcaPKCS8Generator(keys.getPrivate(), null));

    assertPair(keys, PrivateKeys.read(pem));
  }

  /** Some libraries write this format (RFC 5958); the JDK reads only the older one. */
  @Test
  void readsPkcs8WithAPublicKey() throws Exception {
    KeyPair keys = TestAuthority.keys("Ed25519", 0);
    ByteBuffer info = Der.enter(ByteBuffer.wrap(keys.getPrivate().getEncoded()), Der.SEQUENCE);
    Der.enter(info, Der.INTEGER);
    byte[] both =
        Der.element(
            Der.SEQUENCE,
            new byte[] {Der.INTEGER, 1, 1},
            Der.bytes(info),
            Der.element(0x81, new byte[33]));

    byte[] pem = TestAuthority.pem(new PemObject("PRIVATE KEY", both));

    assertPair(keys, PrivateKeys.read(pem));
  }

  @Test
  void findsTheKeyNextToACertificate() throws Exception {
    KeyPair keys = TestAuthority.keys("EC", 256);
    byte[] certificate = TestAuthority.pem(new TestAuthority().certificate());
    byte[] key = TestAuthority.pem(keys.getPrivate());
    byte[] both = Arrays.copyOf(certificate, certificate.length + key.length);
    System.arraycopy(key, 0, both, certificate.length, key.length);

    assertPair(keys, PrivateKeys.read(both));
    assertThat(Certificates.read(both)).hasSize(1);
  }

  @Test
  void rejectsAnEncryptedPkcs8Key() throws Exception {
    byte[] pem = TestAuthority.pem(new PemObject("ENCRYPTED PRIVATE KEY", new byte[] {1, 2}));

    assertThatThrownBy(() -> PrivateKeys.read(pem))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("encrypted");
  }

  /** OpenSSL's traditional format: only a header shows that the key is encrypted. */
  @Test
  void rejectsAKeyWithAnEncryptionHeader() throws Exception {
    String plain =
        new String(TestAuthority.pem(TestAuthority.keys("RSA", 2048).getPrivate()), US_ASCII);
    String encrypted =
        plain.replaceFirst(
            "-----\\R",
            "-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123456789ABCDEF\n\n");

    assertThatThrownBy(() -> PrivateKeys.read(encrypted.getBytes(US_ASCII)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("key: encrypted (expected: an unencrypted private key)");
  }

  @Test
  void acceptsOtherHeadersAndCrlfLineEnds() throws Exception {
    KeyPair keys = TestAuthority.keys("RSA", 2048);
    String plain = new String(TestAuthority.pem(keys.getPrivate()), US_ASCII);
    String headed =
        plain.replaceFirst("-----\\R", "-----\nComment: mine\n\n").replaceAll("\\R", "\r\n");

    assertPair(keys, PrivateKeys.read(headed.getBytes(US_ASCII)));
  }

  @Test
  void readsAKeyAfterItsEcParameters() throws Exception {
    KeyPair keys = TestAuthority.keys("EC", 256);
    String curve = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";
    String both = curve + new String(TestAuthority.pem(keys.getPrivate()), US_ASCII);

    assertPair(keys, PrivateKeys.read(both.getBytes(US_ASCII)));
  }

  @Test
  void rejectsATruncatedKey() throws Exception {
    byte[] pem = TestAuthority.pem(new PemObject("EC PRIVATE KEY", new byte[] {0x30, 0x20, 2}));

    assertThatThrownBy(() -> PrivateKeys.read(pem))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("truncated");
  }

  @Test
  void rejectsPemWithoutAKey() {
    assertThatThrownBy(() -> PrivateKeys.read("nothing".getBytes(US_ASCII)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("none");
  }

  /** Verifies a signature, because encodings of equal keys may differ. */
  private static void assertPair(KeyPair keys, PrivateKey read) throws Exception {
    String algorithm =
        switch (keys.getPrivate().getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> "Ed25519";
        };
    var signature = Signature.getInstance(algorithm);
    signature.initSign(read);
    signature.update((byte) 7);
    byte[] signed = signature.sign();

    signature.initVerify(keys.getPublic());
    signature.update((byte) 7);

    assertThat(signature.verify(signed)).isTrue();
  }
}
