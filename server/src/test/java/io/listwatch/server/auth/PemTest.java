package io.listwatch.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PemTest {
  /** The fabric8 client takes everything else for an RSA key. */
  @ParameterizedTest
  @CsvSource({"EC, 256, EC PRIVATE KEY", "EC, 384, EC PRIVATE KEY", "RSA, 2048, PRIVATE KEY"})
  void keysSayWhatTheyAreAndAreReadAgain(
      String algorithm, int size, String label, @TempDir Path directory) throws Exception {
    var generator = KeyPairGenerator.getInstance(algorithm);
    generator.initialize(size);
    PrivateKey key = generator.generateKeyPair().getPrivate();

    String text = Pem.of(key);

    assertThat(text).startsWith("-----BEGIN " + label + "-----");
    assertThat(Pem.key(Files.writeString(directory.resolve("key"), text))).isEqualTo(key);
  }
}
