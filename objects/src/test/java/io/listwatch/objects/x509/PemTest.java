package io.listwatch.objects.x509;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PemTest {
  private static final Instant NOW = Instant.parse("2030-01-02T03:04:05Z");

  private final Path directory;

  PemTest(@TempDir Path directory) {
    this.directory = directory;
  }

  /** The fabric8 client takes keys with any other PEM label for RSA keys. */
  @ParameterizedTest
  @CsvSource({
    "EC, 256, EC PRIVATE KEY",
    "EC, 384, EC PRIVATE KEY",
    "EC, 521, EC PRIVATE KEY",
    "RSA, 2048, PRIVATE KEY"
  })
  void writtenKeysHaveTheirLabelAndRoundTrip(String algorithm, int size, String label)
      throws Exception {
    var generator = KeyPairGenerator.getInstance(algorithm);
    generator.initialize(size);
    KeyPair keys = generator.generateKeyPair();
    byte[] name = NewCertificate.name(List.of(), "self");
    var certificate =
        new NewCertificate(keys.getPublic(), name, NOW, NOW.plusSeconds(60))
            .forAuthority()
            .signed(name, keys.getPrivate());

    String text = Pem.keyOf(new Identity(keys.getPrivate(), List.of(certificate)));

    assertThat(text).startsWith("-----BEGIN " + label + "-----\n");
    assertThat(text.lines()).allMatch(line -> line.length() <= 64);
    Path key = file(text);
    assertThat(Pem.key(key)).isEqualTo(keys.getPrivate());
    Path certificates = Files.writeString(key.resolveSibling("chain"), Pem.of(certificate));
    assertThat(Pem.identity(key, certificates).isPair()).isTrue();
  }

  /** Written by OpenSSL: one key in each of its formats. */
  @ParameterizedTest
  @CsvSource({
    "ec-sec1.pem, ec-pkcs8.pem",
    "ec-with-parameters.pem, ec-pkcs8.pem",
    "rsa-pkcs1.pem, rsa-pkcs8.pem"
  })
  void readsTheSameKeyFromEachFormat(String one, String other) throws Exception {
    assertThat(written(one)).isEqualTo(written(other));
  }

  /** {@code openssl ecparam -genkey} writes the curve before the key, and again in it. */
  @Test
  void curveMayPrecedeTheKey() throws Exception {
    String parameters =
        "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";
    String key =
        """
        -----BEGIN EC PRIVATE KEY-----
        MCUCAQEEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f
        -----END EC PRIVATE KEY-----
        """;

    assertThat(Pem.key(file(parameters + key)).getAlgorithm()).isEqualTo("EC");
    assertThatThrownBy(() -> Pem.key(file(key)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("curve");
  }

  @Test
  void readsEd25519Keys() throws Exception {
    assertThat(written("ed25519-pkcs8.pem").getAlgorithm()).isEqualTo("EdDSA");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no key",
        "-----BEGIN PRIVATE KEY-----\n*\n-----END PRIVATE KEY-----\n",
        "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n",
        "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n",
        "-----BEGIN EC PRIVATE KEY-----\n/////w==\n-----END EC PRIVATE KEY-----\n",
        "-----BEGIN EC PARAMETERS-----\nAAAA\n-----END EC PARAMETERS-----\n",
      })
  void rejectsMalformedKey(String text) throws IOException {
    Path file = file(text);

    assertThatThrownBy(() -> Pem.key(file)).isInstanceOf(IOException.class);
  }

  @Test
  void rejectsEncryptedKey() throws IOException {
    Path file = file(resource("encrypted.pem"));

    assertThatThrownBy(() -> Pem.key(file)).hasMessageContaining("not encrypted");
  }

  private PrivateKey written(String name) throws IOException {
    return Pem.key(file(resource(name)));
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("file.pem"), text);
  }

  private static String resource(String name) throws IOException {
    try (var in = PemTest.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
    }
  }
}
