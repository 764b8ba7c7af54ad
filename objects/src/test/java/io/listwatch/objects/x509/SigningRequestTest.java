package io.listwatch.objects.x509;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.security.KeyPair;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SigningRequestTest {
  private static final byte[] NAME = NewCertificate.name(List.of("a", "b, c"), "x");

  @ParameterizedTest
  @CsvSource({
    "RSA, SHA256withRSA, 1.2.840.113549.1.1.11",
    "RSA, SHA384withRSA, 1.2.840.113549.1.1.12",
    "RSA, SHA512withRSA, 1.2.840.113549.1.1.13",
    "EC, SHA256withECDSA, 1.2.840.10045.4.3.2",
    "EC, SHA384withECDSA, 1.2.840.10045.4.3.3",
    "EC, SHA512withECDSA, 1.2.840.10045.4.3.4",
    "Ed25519, Ed25519, 1.3.101.112"
  })
  void requiresSignatureOfTheRequestedKey(String key, String signature, String id)
      throws IOException {
    KeyPair keys = SigningRequests.keys(key);
    byte[] algorithm = Der.sequence(Der.id(id));

    String own = SigningRequests.pem(NAME, keys, keys.getPrivate(), signature, algorithm);
    String stolen =
        SigningRequests.pem(
            NAME, keys, SigningRequests.keys(key).getPrivate(), signature, algorithm);

    assertThat(SigningRequest.verified(own).organizations()).containsExactlyInAnyOrder("a", "b, c");
    assertThatThrownBy(() -> SigningRequest.verified(stolen))
        .isInstanceOf(IOException.class)
        .hasMessageMatching("(x509: .* verification failure|crypto/rsa: verification error)");
  }

  @Test
  void findsGroupInMultiValuedName() throws IOException {
    KeyPair keys = SigningRequests.keys("EC");
    byte[] joined =
        Der.sequence(
            Der.set(
                Der.sequence(Der.id("2.5.4.3"), Der.text("x")),
                Der.sequence(Der.id("2.5.4.10"), Der.text("system:masters"))));
    String pem =
        SigningRequests.pem(
            joined,
            keys,
            keys.getPrivate(),
            "SHA256withECDSA",
            Der.sequence(Der.id("1.2.840.10045.4.3.2")));

    assertThat(SigningRequest.verified(pem).organizations()).containsExactly("system:masters");
  }

  /** An organization that is not a string was once read as a group named like {@code [B@1b2c3d}. */
  @Test
  void ignoresOrganizationThatIsNotAString() throws IOException {
    KeyPair keys = SigningRequests.keys("EC");
    byte[] subject =
        Der.sequence(
            Der.set(Der.sequence(Der.id("2.5.4.10"), Der.octets(new byte[] {1}))),
            Der.set(Der.sequence(Der.id("2.5.4.10"), Der.text("a"))));
    String pem =
        SigningRequests.pem(
            subject,
            keys,
            keys.getPrivate(),
            "SHA256withECDSA",
            Der.sequence(Der.id("1.2.840.10045.4.3.2")));

    assertThat(SigningRequest.verified(pem).organizations()).containsExactly("a");
  }

  @Test
  void rejectsUnknownSignatureAlgorithm() {
    KeyPair keys = SigningRequests.keys("RSA");
    String pem =
        SigningRequests.pem(
            NAME,
            keys,
            keys.getPrivate(),
            "SHA1withRSA",
            Der.sequence(Der.id("1.2.840.113549.1.1.5")));

    assertThatThrownBy(() -> SigningRequest.verified(pem))
        .hasMessage("x509: cannot verify signature: algorithm unimplemented");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE REQUEST-----\n-----END CERTIFICATE-----\n"
      })
  void rejectsOtherPemBlocks(String text) {
    assertThatThrownBy(() -> SigningRequest.verified(text))
        .hasMessage("PEM block type must be CERTIFICATE REQUEST");
  }

  /**
   * Truncated requests, and requests with one changed byte, are all rejected with an IOException.
   */
  @Test
  void rejectsDamagedRequest() {
    String[] lines = SigningRequests.pem("x", "a").split("\n", -1);
    String body = String.join("", List.of(lines).subList(1, lines.length - 2));
    byte[] whole = Base64.getMimeDecoder().decode(body);
    for (int i = 0; i < whole.length; i++) {
      byte[] changed = whole.clone();
      changed[i] ^= 0x55;
      byte[] cut = Arrays.copyOf(whole, i);
      assertThatThrownBy(() -> SigningRequest.verified(SigningRequests.pem(changed)))
          .isInstanceOf(IOException.class);
      assertThatThrownBy(() -> SigningRequest.verified(SigningRequests.pem(cut)))
          .isInstanceOf(IOException.class);
    }
  }
}
