package io.listwatch.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import io.listwatch.objects.x509.Pem;
import io.listwatch.time.ManualTimers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenewingIdentityTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofDays(1);

  private final ManualTimers timers = new ManualTimers();

  @Test
  void isRenewedBeforeItExpires(@TempDir Path parent) throws IOException {
    var directory = CertificateDirectory.open(parent.resolve("pki"), timers);
    RenewingIdentity.Source source = () -> directory.server(List.of("localhost"));
    try (var identity = new RenewingIdentity(source, DAY, timers, Runnable::run)) {
      Identity first = identity.get();

      timers.advance(DAY);
      assertThat(identity.get()).isEqualTo(first);

      timers.advance(CertificateDirectory.SERVER_VALIDITY.minusDays(1));
      timers.advance(DAY);
      assertThat(identity.get()).isNotEqualTo(first);
    }
  }

  @Test
  void keepsIdentityIfReloadFails() throws IOException {
    var authority = CertificateAuthority.create("ca", timers.now());
    Identity only = authority.issueServer("a", List.of("a"), timers.now(), HOUR);
    var loads = new int[1];
    RenewingIdentity.Source source =
        () -> {
          if (loads[0]++ > 0) {
            throw new IOException("no such file");
          }
          return only;
        };
    try (var identity = renewing(source)) {
      timers.advance(HOUR);
      timers.advance(HOUR);

      assertThat(loads[0]).isEqualTo(3);
      assertThat(identity.get()).isSameAs(only);
    }
  }

  /** An operator replaces two files one after the other. */
  @Test
  void keepsIdentityUntilKeyAndCertificateArePaired(@TempDir Path directory) throws IOException {
    var authority = CertificateAuthority.create("ca", timers.now());
    Identity old = authority.issueServer("a", List.of("a"), timers.now(), HOUR);
    Identity next = authority.issueServer("a", List.of("a"), timers.now(), HOUR);
    Path key = Files.writeString(directory.resolve("tls.key"), Pem.keyOf(old));
    Path certificate = Files.writeString(directory.resolve("tls.crt"), Pem.of(old.chain()));
    try (var identity = renewing(() -> Pem.identity(key, certificate))) {
      Files.writeString(key, Pem.keyOf(next));
      timers.advance(HOUR);
      assertThat(identity.get()).isEqualTo(old);

      Files.writeString(certificate, Pem.of(next.chain()));
      timers.advance(HOUR);
      assertThat(identity.get()).isEqualTo(next);
    }
  }

  @Test
  void reloadsNothingOnceClosed() throws IOException {
    var authority = CertificateAuthority.create("ca", timers.now());
    var loads = new int[1];
    RenewingIdentity identity =
        renewing(
            () -> {
              loads[0]++;
              return authority.issueServer("a", List.of("a"), timers.now(), HOUR);
            });

    identity.close();
    timers.advance(HOUR);

    assertThat(loads[0]).isEqualTo(1);
  }

  private RenewingIdentity renewing(RenewingIdentity.Source source) throws IOException {
    return new RenewingIdentity(source, HOUR, timers, Runnable::run);
  }
}
