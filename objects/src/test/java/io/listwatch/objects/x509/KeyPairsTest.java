package io.listwatch.objects.x509;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KeyPairsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static Identity identity() {
    return CertificateAuthority.create("a", NOW)
        .issueServer("s", List.of("s.example"), NOW, Duration.ofDays(1));
  }

  private static String block(String type, byte[] content) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(type, Base64.getEncoder().encodeToString(content), type);
  }

  @Test
  void acceptsCertificateWithItsKey() {
    Identity one = identity();

    assertThat(KeyPairs.problem(Pem.of(one.chain()), Pem.keyOf(one))).isEmpty();
    assertThat(KeyPairs.problem(Pem.of(one.chain()), Pem.keyOf(identity())))
        .contains("tls: private key does not match public key");
  }

  @Test
  void rejectsKeyOfAnotherType() throws NoSuchAlgorithmException {
    byte[] key =
        KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPrivate().getEncoded();

    assertThat(KeyPairs.problem(Pem.of(identity().chain()), block("PRIVATE KEY", key)))
        .contains("tls: private key type does not match public key type");
  }

  @Test
  void reportsMissingAndSwappedBlocks() {
    Identity one = identity();
    String certificate = Pem.of(one.chain());
    String key = Pem.keyOf(one);
    String other = block("X", new byte[] {1});

    assertThat(KeyPairs.problem("x", key))
        .contains("tls: failed to find any PEM data in certificate input");
    assertThat(KeyPairs.problem(key, certificate))
        .contains(
            "tls: failed to find certificate PEM data in certificate input, but did find a private"
                + " key; PEM inputs may have been switched");
    assertThat(KeyPairs.problem(other, key))
        .contains(
            "tls: failed to find \"CERTIFICATE\" PEM block in certificate input after skipping PEM"
                + " blocks of the following types: [X]");
    assertThat(KeyPairs.problem(certificate, ""))
        .contains("tls: failed to find any PEM data in key input");
    assertThat(KeyPairs.problem(certificate, Pem.of(one.certificate())))
        .contains("tls: found a certificate rather than a key in the PEM for the private key");
    assertThat(KeyPairs.problem(certificate, other + other))
        .contains(
            "tls: failed to find PEM block with type ending in \"PRIVATE KEY\" in key input after"
                + " skipping PEM blocks of the following types: [X X]");
  }

  @Test
  void reportsMalformedBlocks() {
    Identity one = identity();

    assertThat(KeyPairs.problem(block("CERTIFICATE", new byte[] {1}), Pem.keyOf(one)))
        .contains("x509: malformed certificate");
    assertThat(KeyPairs.problem(Pem.of(one.chain()), block("PRIVATE KEY", new byte[] {1})))
        .contains("tls: failed to parse private key");
  }
}
