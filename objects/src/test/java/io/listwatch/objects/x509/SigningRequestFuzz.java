package io.listwatch.objects.x509;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.security.KeyPair;

/**
 * Whatever the bytes, as a request or as the subject of a request with a valid signature: they are
 * read, or rejected with an {@link IOException}.
 *
 * <p>An ordinary run of the tests tries the inputs kept beside it in the resources; then, in a JVM
 * of its own, Jazzer looks for new ones. One method, because Jazzer fuzzes one a JVM.
 */
final class SigningRequestFuzz {
  private static final KeyPair KEYS = SigningRequests.keys("EC");

  @FuzzTest(maxDuration = "20s")
  void readsOrRejects(byte[] der) {
    read(SigningRequests.pem(der));
    // No mutation gets past the signature, so the subject is reached by signing it.
    read(
        SigningRequests.pem(
            der,
            KEYS,
            KEYS.getPrivate(),
            "SHA256withECDSA",
            Der.sequence(Der.id("1.2.840.10045.4.3.2"))));
  }

  private static void read(String pem) {
    try {
      assertThat(SigningRequest.verified(pem).organizations())
          .noneMatch(organization -> organization.startsWith("[B@"));
    } catch (IOException rejected) {
      assertThat(rejected.getMessage()).isNotEmpty();
    }
  }
}
