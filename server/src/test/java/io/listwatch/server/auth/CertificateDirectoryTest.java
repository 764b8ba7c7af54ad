package io.listwatch.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import io.listwatch.objects.x509.Pem;
import io.listwatch.time.ManualTimers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CertificateDirectoryTest {
  private static final List<String> NAMES = List.of("127.0.0.1", "localhost");

  private final ManualTimers timers = new ManualTimers();

  private final Path parent;

  CertificateDirectoryTest(@TempDir Path parent) {
    this.parent = parent;
  }

  @Test
  void keepsExistingCertificates() throws IOException {
    Identity server = open().server(NAMES);

    CertificateDirectory again = open();

    assertThat(again.server(NAMES)).isEqualTo(server);
    assertThat(again.authority().identity()).isEqualTo(open().authority().identity());
  }

  @Test
  void serverCertificateIsSignedByTheAuthority() throws Exception {
    CertificateDirectory directory = open();

    var certificate = directory.server(NAMES).certificate();

    certificate.verify(directory.authority().certificate().getPublicKey());
    assertThat(
            certificate.getSubjectAlternativeNames().stream().map(each -> each.get(1).toString()))
        .containsExactlyInAnyOrderElementsOf(NAMES);
  }

  @Test
  void reissuesForOtherNames() throws IOException {
    Identity server = open().server(NAMES);

    assertThat(open().server(List.of("localhost", "example.test"))).isNotEqualTo(server);
  }

  @Test
  void reissuesWhenAThirdOfTheValidityIsLeft() throws IOException {
    Identity server = open().server(NAMES);

    timers.advance(CertificateDirectory.SERVER_VALIDITY.multipliedBy(2).dividedBy(3).plusDays(1));

    assertThat(open().server(NAMES)).isNotEqualTo(server);
  }

  @Test
  void onlyOwnerHasAccess() throws IOException {
    open().server(NAMES);

    Path directory = parent.resolve("pki");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
    try (var files = Files.list(directory)) {
      assertThat(files)
          .hasSize(4)
          .allSatisfy(
              file ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                      .isEqualTo("rw-------"));
    }
  }

  @Test
  void reportsMalformedFile() throws IOException {
    open();
    Path key = parent.resolve("pki/ca.key");
    Files.writeString(key, "nothing of the kind");

    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .hasMessage(key + ": holds no private key (expected: PEM, not encrypted)");
  }

  /** Power was lost after the first of the two files was written. */
  @Test
  void reissuesServerCertificateThatDoesNotMatchItsKey() throws IOException {
    Identity server = open().server(NAMES);
    Identity other = open().server(List.of("localhost"));
    Files.writeString(parent.resolve("pki/server.crt"), Pem.of(server.chain()));

    Identity mended = open().server(NAMES);

    assertThat(mended.isPair()).isTrue();
    assertThat(mended).isNotIn(server, other).isEqualTo(open().server(NAMES));
  }

  @ParameterizedTest
  @ValueSource(strings = {"server.key", "server.crt"})
  void reissuesServerCertificateIfAFileIsMissing(String file) throws IOException {
    Identity server = open().server(NAMES);
    Files.delete(parent.resolve("pki").resolve(file));

    assertThat(open().server(NAMES)).isNotEqualTo(server);
  }

  @Test
  void interruptedFirstStartDoesNotPreventTheNext() throws IOException {
    open();
    Files.delete(parent.resolve("pki/ca.crt"));

    assertThat(open().server(NAMES).isPair()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"ca.crt, ca.key", "ca.key, ca.crt"})
  void reportsMissingFileOfAnAuthorityInUse(String missing, String other) throws IOException {
    open().server(NAMES);
    Path directory = parent.resolve("pki");
    Files.delete(directory.resolve(missing));

    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(
            "%s: missing (expected: beside %s;",
            directory.resolve(missing), directory.resolve(other));
  }

  @Test
  void reportsAuthorityWhoseKeyDoesNotMatchItsCertificate() throws IOException {
    open();
    var other = CertificateAuthority.create("other", timers.now());
    Files.writeString(parent.resolve("pki/ca.key"), Pem.keyOf(other.identity()));

    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("pki/ca.key", "pki/ca.crt", "is not the key");
  }

  @Test
  void issuesClientCertificateForUser() {
    var authority = CertificateAuthority.create("ca", timers.now());

    Identity user =
        authority.issueClient("ann", List.of("a", "b"), timers.now(), Duration.ofDays(1));

    assertThat(user.certificate().getSubjectX500Principal().getName()).isEqualTo("CN=ann,O=b,O=a");
  }

  private CertificateDirectory open() throws IOException {
    return CertificateDirectory.open(parent.resolve("pki"), timers);
  }
}
