package io.listwatch.objects.x509;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PublicKeysTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void readsPublicKeysCertificatesAndPrivateKeysInOrder() throws Exception {
    KeyPair rsa = KeyPairGenerator.getInstance("RSA").generateKeyPair();
    Identity curve = identity();

    List<PublicKey> keys =
        PublicKeys.read(
            write(
                pem("PUBLIC KEY", rsa.getPublic().getEncoded())
                    + Pem.of(curve.certificate())
                    + Pem.pkcs8(rsa.getPrivate())
                    + Pem.keyOf(curve)));

    assertThat(keys)
        .containsExactly(
            rsa.getPublic(),
            curve.certificate().getPublicKey(),
            rsa.getPublic(),
            curve.certificate().getPublicKey());
  }

  @Test
  void returnsPrivateKeyWithItsPublicKey() throws Exception {
    Identity curve = identity();

    KeyPair pair = PublicKeys.pair(write(Pem.keyOf(curve)));

    assertThat(pair.getPrivate()).isEqualTo(curve.key());
    assertThat(pair.getPublic()).isEqualTo(curve.certificate().getPublicKey());
  }

  /** {@code openssl genpkey} includes the public key in the private key's file. */
  @Test
  void readsPublicKeyOfEcKeyInPkcs8() throws Exception {
    Path file =
        write(
            """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCY18+Oo4xZlHCQmB
            qorVON/79xfdM0xVJ/BGVAOGdQyhRANCAAQc5IGnlTTZYY9B7eKF5QXeIwwRpT5u
            kpCwzU7HrxJChvO4/CMgq4TpI0K9Y/Fp0rUL7dKTb6nIHmwmowTLWLvR
            -----END PRIVATE KEY-----
            """);

    assertThat(PublicKeys.pair(file).getPublic().getAlgorithm()).isEqualTo("EC");
  }

  @Test
  void rejectsFileWithoutKeys() throws IOException {
    Path file = write("nothing");

    assertThatThrownBy(() -> PublicKeys.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith(": holds no key (expected: PEM of an RSA or EC key)");
  }

  private static Identity identity() {
    return CertificateAuthority.create("test", Instant.EPOCH)
        .issueServer("test", List.of("localhost"), Instant.EPOCH, Duration.ofDays(1));
  }

  private static String pem(String type, byte[] content) {
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(type, Base64.getMimeEncoder().encodeToString(content));
  }

  private Path write(String text) throws IOException {
    return Files.writeString(directory.resolve("key.pem"), text);
  }
}
