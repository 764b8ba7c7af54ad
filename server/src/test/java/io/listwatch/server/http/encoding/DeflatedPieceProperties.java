package io.listwatch.server.http.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Pieces can be joined in any order, and a reader gets all bytes of a piece at once. */
final class DeflatedPieceProperties {
  @Property(tries = 200)
  void everyPieceInflatesAtOnceAfterAnyOther(
      @ForAll @Size(max = 20) List<@IntRange(max = 200_000) Integer> sizes, @ForAll long seed)
      throws DataFormatException {
    var random = new Random(seed);
    var inflater = new Inflater(true);
    for (int size : sizes) {
      byte[] plain = bytes(random, size);

      inflater.setInput(DeflatedPiece.of(plain, plain.length));

      var inflated = new byte[plain.length + 1];
      int count = 0;
      for (int more = 1; more > 0; count += more) {
        more = inflater.inflate(inflated, count, inflated.length - count);
      }
      assertThat(Arrays.copyOf(inflated, count)).isEqualTo(plain);
      assertThat(inflater.needsInput()).isTrue();
      assertThat(inflater.finished()).isFalse();
    }
    inflater.end();
  }

  /** Returns text that repeats itself, or noise that cannot be deflated. */
  private static byte[] bytes(Random random, int size) {
    var bytes = new byte[size];
    random.nextBytes(bytes);
    if (random.nextBoolean()) {
      for (int i = 0; i < size; i++) {
        bytes[i] = (byte) ('a' + bytes[i] % 3);
      }
    }
    return bytes;
  }

  @Example
  void pieceIsHardlyLongerThanItsBytes() {
    for (int size : new int[] {0, 1, 100, 127, 128, 5_000, 65_535, 65_536, 300_000}) {
      byte[] noise = new byte[size];
      new Random(size).nextBytes(noise);

      assertThat(DeflatedPiece.of(noise, size).length)
          .isLessThanOrEqualTo(size + 5 * (size / 65_535 + 2));
    }
  }

  @Example
  void frameIsDeflatedOnceForAllWatches() {
    var frames = new DeflatedFrames();
    byte[] frame = new byte[1_000];

    assertThat(frames.of(frame)).isSameAs(frames.of(frame)).hasSizeLessThan(100);
  }
}
