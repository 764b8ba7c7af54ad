package io.listwatch.objects.x509;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.KeyPair;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class SigningRequestProperties {
  private static final List<byte[]> VALID =
      List.of(
          request("RSA", "SHA256withRSA", "1.2.840.113549.1.1.11"),
          request("EC", "SHA256withECDSA", "1.2.840.10045.4.3.2"),
          request("Ed25519", "Ed25519", "1.3.101.112"));

  /** A change outside the signed part may be harmless; one inside it never is. */
  @Property
  void mutatedRequestIsRejectedOrEquivalent(
      @ForAll("requests") byte[] request, @ForAll("mutations") List<Mutation> mutations) {
    byte[] mutated = request;
    for (Mutation mutation : mutations) {
      mutated = mutation.of(mutated);
    }

    try {
      assertThat(SigningRequest.verified(SigningRequests.pem(mutated)).organizations())
          .containsExactly("system:nodes");
    } catch (IOException rejected) {
      assertThat(rejected).hasMessageNotContaining("null");
    }
  }

  @Provide
  Arbitrary<byte[]> requests() {
    return Arbitraries.of(VALID);
  }

  @Provide
  Arbitrary<List<Mutation>> mutations() {
    return Combinators.combine(
            Arbitraries.doubles().between(0, 1),
            Arbitraries.integers().between(0, 4),
            Arbitraries.bytes().list().ofMaxSize(4))
        .as(Mutation::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(4);
  }

  /**
   * Replaces some bytes with others.
   *
   * @param where the position, as a fraction of the whole
   */
  record Mutation(double where, int removed, List<Byte> added) {
    byte[] of(byte[] bytes) {
      int start = (int) (where * bytes.length);
      int end = Math.min(bytes.length, start + removed);
      var changed = new ByteArrayOutputStream();
      changed.write(bytes, 0, start);
      added.forEach(changed::write);
      changed.write(bytes, end, bytes.length - end);
      return changed.toByteArray();
    }
  }

  private static byte[] request(String key, String signature, String id) {
    KeyPair keys = SigningRequests.keys(key);
    return SigningRequests.der(
        NewCertificate.name(List.of("system:nodes"), "system:node:a"),
        keys,
        keys.getPrivate(),
        signature,
        Der.sequence(Der.id(id)));
  }
}
