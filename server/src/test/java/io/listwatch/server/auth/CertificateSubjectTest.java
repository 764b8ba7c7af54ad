package io.listwatch.server.auth;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.x509.Der;
import java.util.List;
import javax.naming.NamingException;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;

final class CertificateSubjectTest {
  private static final int NUMERIC_STRING = 0x12;
  private static final int OCTET_STRING = 0x04;

  @Test
  void readsEveryValueOfMultiValuedRdn() throws NamingException {
    assertThat(CertificateSubject.of(new X500Principal("CN=ann+O=admins, O=readers")))
        .isEqualTo(new CertificateSubject("ann", List.of("readers", "admins")));
    assertThat(CertificateSubject.of(new X500Principal("O=admins+CN=ann")))
        .isEqualTo(new CertificateSubject("ann", List.of("admins")));
  }

  @Test
  void lastCommonNameWins() throws NamingException {
    byte[] name =
        Der.sequence(part("2.5.4.3", Der.text("first")), part("2.5.4.3", Der.text("last")));

    assertThat(CertificateSubject.of(new X500Principal(name)).commonName()).isEqualTo("last");
  }

  @Test
  void readsNumericStringAndOmitsValuesThatAreNotStrings() throws NamingException {
    byte[] name =
        Der.sequence(
            part("2.5.4.10", value(NUMERIC_STRING, "42")),
            part("2.5.4.10", value(OCTET_STRING, "x")),
            part("2.5.4.3", value(OCTET_STRING, "ann")));

    assertThat(CertificateSubject.of(new X500Principal(name)))
        .isEqualTo(new CertificateSubject("", List.of("42")));
  }

  private static byte[] part(String type, byte[] value) {
    return Der.set(Der.sequence(Der.id(type), value));
  }

  private static byte[] value(int tag, String content) {
    byte[] der = (".." + content).getBytes(US_ASCII);
    der[0] = (byte) tag;
    der[1] = (byte) content.length();
    return der;
  }
}
