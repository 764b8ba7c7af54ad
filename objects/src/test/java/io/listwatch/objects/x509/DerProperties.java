package io.listwatch.objects.x509;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class DerProperties {
  @Property
  void integersRoundTrip(@ForAll BigInteger number) throws IOException {
    assertThat(new DerReader(Der.integer(number)).integer()).isEqualTo(number);
  }

  @Property
  void bytesRoundTrip(@ForAll @Size(max = 70_000) byte[] bytes) throws IOException {
    DerReader sequence =
        new DerReader(Der.sequence(Der.octets(bytes), Der.tagged(1, Der.bits(bytes)))).sequence();

    assertThat(sequence.octets()).isEqualTo(bytes);
    assertThat(sequence.isTagged(1)).isTrue();
    assertThat(sequence.tagged(1).bits()).isEqualTo(bytes);
    assertThat(sequence.hasNext()).isFalse();
  }

  @Property
  void identifiersRoundTrip(
      @ForAll @LongRange(min = 0, max = 39) long second,
      @ForAll @LongRange(min = 0, max = 1L << 50) long third)
      throws IOException {
    String id = "1." + second + "." + third + ".0";

    assertThat(new DerReader(Der.id(id)).id()).isEqualTo(id);
  }

  /** Files are untrusted: malformed input is an {@link IOException}, and nothing else. */
  @Property
  void malformedInputThrowsOnlyIoException(@ForAll byte[] bytes) {
    attempt(() -> new DerReader(bytes).sequence().integer());
    attempt(() -> new DerReader(bytes).octets());
    attempt(() -> new DerReader(bytes).bits());
    attempt(() -> new DerReader(bytes).id());
    attempt(() -> new DerReader(bytes).tagged(0).skip());
  }

  private static void attempt(Reading reading) {
    try {
      reading.read();
    } catch (IOException e) {
      assertThat(e).hasMessageStartingWith("malformed DER: ");
    }
  }

  /** A read that may throw an {@link IOException}. */
  private interface Reading {
    void read() throws IOException;
  }
}
