package io.listwatch.objects.x509;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Issued certificates are validated with Java's own path validation. */
class CertificateAuthorityTest {
  private static final Instant NOW = Instant.parse("2030-01-02T03:04:05Z");
  private static final Duration YEAR = Duration.ofDays(365);

  private final CertificateAuthority authority = CertificateAuthority.create("ca", NOW);

  @Test
  void serverCertificateHasNamesAndAddresses() throws Exception {
    X509Certificate server =
        authority
            .issueServer("it", List.of("localhost", "127.0.0.1", "::1"), NOW, YEAR)
            .certificate();

    validate(server, NOW);
    assertThat(server.getSubjectAlternativeNames())
        .containsExactlyInAnyOrder(
            List.of(2, "localhost"), List.of(7, "127.0.0.1"), List.of(7, "0:0:0:0:0:0:0:1"));
    assertThat(server.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
    assertThat(server.getVersion()).isEqualTo(3);
  }

  @Test
  void clientCertificateHasNameAndGroups() throws Exception {
    X509Certificate user =
        authority.issueClient("ann, \"the\" first", List.of("a", "b=c"), NOW, YEAR).certificate();

    validate(user, NOW);
    assertThat(user.getSubjectX500Principal().getName())
        .isEqualTo("CN=ann\\, \\\"the\\\" first,O=b\\=c,O=a");
    assertThat(user.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
    assertThat(user.getSubjectAlternativeNames()).isNull();
  }

  @Test
  void onlyTheAuthorityMayIssueCertificates() {
    X509Certificate own = authority.certificate();
    X509Certificate user = authority.issueClient("ann", List.of(), NOW, YEAR).certificate();

    assertThat(own.getBasicConstraints()).isEqualTo(Integer.MAX_VALUE);
    assertThat(own.getKeyUsage()).startsWith(true, false, false, false, false, true, true);
    assertThat(own.getCriticalExtensionOIDs()).containsExactlyInAnyOrder("2.5.29.15", "2.5.29.19");
    assertThat(user.getBasicConstraints()).isEqualTo(-1);
    assertThat(user.getKeyUsage()).startsWith(true, false, false, false, false, false, false);
  }

  @Test
  void certificatesAreValidForTheRequestedTime() throws Exception {
    X509Certificate user = authority.issueClient("ann", List.of(), NOW, YEAR).certificate();

    validate(user, NOW.minus(Duration.ofMinutes(4)));
    assertThatThrownBy(() -> validate(user, NOW.plus(YEAR).plusSeconds(1)))
        .isInstanceOf(CertPathValidatorException.class);
    assertThatThrownBy(() -> validate(user, NOW.minus(Duration.ofMinutes(6))))
        .isInstanceOf(CertPathValidatorException.class);
  }

  /** X.509 encodes years from 2050 on differently. */
  @Test
  void certificatesMayExpireAfter2050() {
    Instant late = Instant.parse("2049-06-07T08:09:10Z");

    X509Certificate user = authority.issueClient("ann", List.of(), late, YEAR).certificate();

    assertThat(user.getNotBefore()).isEqualTo(Date.from(late.minus(Duration.ofMinutes(5))));
    assertThat(user.getNotAfter()).isEqualTo(Date.from(late.plus(YEAR)));
  }

  @Test
  void rejectsAnotherAuthorityOfTheSameName() {
    X509Certificate user =
        CertificateAuthority.create("ca", NOW)
            .issueClient("ann", List.of(), NOW, YEAR)
            .certificate();

    assertThatThrownBy(() -> validate(user, NOW)).isInstanceOf(CertPathValidatorException.class);
  }

  private void validate(X509Certificate certificate, Instant when) throws Exception {
    var rules = new PKIXParameters(Set.of(new TrustAnchor(authority.certificate(), null)));
    rules.setRevocationEnabled(false);
    rules.setDate(Date.from(when));
    var path = CertificateFactory.getInstance("X.509").generateCertPath(List.of(certificate));
    var unused = CertPathValidator.getInstance("PKIX").validate(path, rules);
  }
}
