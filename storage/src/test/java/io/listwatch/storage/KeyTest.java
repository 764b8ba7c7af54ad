package io.listwatch.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

final class KeyTest {
  @Test
  void copiesItsBytes() {
    byte[] bytes = {1, 2};
    Key key = Key.of(bytes);

    bytes[0] = 9;
    key.bytes()[0] = 9;

    assertThat(key.bytes()).containsExactly(1, 2);
  }

  @Test
  void keysWithEqualBytesAreEqual() {
    assertThat(Key.of("a")).isEqualTo(Key.of(new byte[] {'a'})).hasSameHashCodeAs(Key.of("a"));
    assertThat(Key.of("a")).isNotEqualTo(Key.of("b"));
  }

  @Test
  void rejectsAKeyThatIsTooLong() {
    Key.of(new byte[Key.MAX_BYTES]);

    assertThatExceptionOfType(TooLargeException.class)
        .isThrownBy(() -> Key.of(new byte[Key.MAX_BYTES + 1]))
        .withMessage("key: 4097 bytes (expected: at most 4096)");
  }

  @Test
  void toStringShowsPrintableCharacters() {
    assertThat(Key.of(new byte[] {'a', '/', '\\', 0, (byte) 0xff}))
        .hasToString("a/\\x5c\\x00\\xff");
  }
}
