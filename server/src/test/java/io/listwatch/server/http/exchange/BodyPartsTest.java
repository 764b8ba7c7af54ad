package io.listwatch.server.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BodyPartsTest {
  private final BodyParts parts = new BodyParts();
  private final ByteArrayOutputStream expected = new ByteArrayOutputStream();
  private final Random random = new Random(1);

  private void add(int length) {
    byte[] part = new byte[length];
    random.nextBytes(part);
    parts.add(part);
    expected.writeBytes(part);
  }

  @Test
  void bodyWithoutPartsIsEmpty() {
    assertThat(parts.joined()).isEmpty();
  }

  @Test
  void bodyOfOnePartIsNotCopied() {
    byte[] part = {1, 2, 3};
    parts.add(new byte[0]);
    parts.add(part);

    assertThat(parts.joined()).isSameAs(part);
  }

  @Test
  void joinsPartsOfAnyLengthInOrder() {
    for (int i = 0; i < 1_000; i++) {
      add(random.nextInt(10) == 0 ? random.nextInt(3 * BodyParts.BLOCK) : random.nextInt(300));
    }

    assertThat(parts.joined()).isEqualTo(expected.toByteArray());
  }

  @Test
  void bytesThatArriveOneByOneTakeLittleMoreMemory() {
    for (int i = 0; i < 100_000; i++) {
      add(1);
    }

    assertThat(parts.size()).isLessThan(100_000 + 2 * BodyParts.BLOCK);
    assertThat(parts.joined()).isEqualTo(expected.toByteArray());
  }

  @Test
  void shortPartsBetweenLongOnesTakeAtMostTwiceTheirSize() {
    for (int i = 0; i < 100; i++) {
      add(BodyParts.BLOCK);
      add(1);
    }

    assertThat(parts.size()).isLessThan(2L * expected.size());
    assertThat(parts.joined()).isEqualTo(expected.toByteArray());
  }
}
