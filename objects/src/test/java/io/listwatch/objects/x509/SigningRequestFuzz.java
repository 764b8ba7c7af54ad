package io.listwatch.objects.x509;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.security.KeyPair;

/**
 * {@link SigningRequest} reads any bytes or rejects them with an {@link IOException}, as a whole
 * request and as the subject of a request with a valid signature.
 */
final class SigningRequestFuzz {
  private static final KeyPair KEYS = SigningRequests.keys("EC");

  @FuzzTest(maxDuration = "20s")
  void readsOrRejects(byte[] der) {
    read(SigningRequests.pem(der), der);
    // No mutation gets past the signature, so the subject is reached by signing it.
    read(
        SigningRequests.pem(
            der,
            KEYS,
            KEYS.getPrivate(),
            "SHA256withECDSA",
            Der.sequence(Der.id("1.2.840.10045.4.3.2"))),
        der);
  }

  private static void read(String pem, byte[] der) {
    try {
      for (String organization : SigningRequest.verified(pem).organizations()) {
        // A group may begin like a printed array, but only if the request contains that string.
        assertThat(!organization.startsWith("[B@") || spells(der, "[B@")).isTrue();
      }
    } catch (IOException rejected) {
      assertThat(rejected.getMessage()).isNotEmpty();
    }
  }

  /** True if the bytes contain the string, with one, two or four bytes per character. */
  private static boolean spells(byte[] der, String text) {
    return new String(der, ISO_8859_1).replace("\0", "").contains(text);
  }
}
