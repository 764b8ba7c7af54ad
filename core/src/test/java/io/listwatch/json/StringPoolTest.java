package io.listwatch.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StringPoolTest {
  private final StringPool pool = new StringPool(16);

  @Test
  void poolsEqualStringsOnce() {
    assertThat(get("default")).isEqualTo("default").isSameAs(get("default"));
  }

  @Test
  void returnsTheRightStringEvenIfItsSlotIsTaken() {
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 1000; i++) {
        assertThat(get("name-" + i)).isEqualTo("name-" + i);
      }
    }
  }

  /** The two have the same hash. */
  @Test
  void distinguishesStringsWithEqualHashes() {
    assertThat(get("Aa")).isEqualTo("Aa");
    assertThat(get("BB")).isEqualTo("BB");
  }

  @Test
  void distinguishesAStringFromItsPrefix() {
    assertThat(get("")).isEmpty();
    assertThat(get("\0")).isEqualTo("\0");
    assertThat(get("\0\0")).isEqualTo("\0\0");
  }

  @Test
  void readsNonAsciiStrings() {
    assertThat(get("größe 😀")).isEqualTo("größe 😀");
  }

  @Test
  void doesNotPoolLongStrings() {
    assertThat(get("x".repeat(128))).isSameAs(get("x".repeat(128)));
    assertThat(get("x".repeat(129))).isEqualTo("x".repeat(129)).isNotSameAs(get("x".repeat(129)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 3, 12})
  void rejectsASizeThatIsNotAPowerOfTwo(int size) {
    assertThatThrownBy(() -> new StringPool(size))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("size: " + size + " (expected: a power of two)");
  }

  private String get(String text) {
    byte[] bytes = ("<" + text + ">").getBytes(UTF_8);
    return pool.get(bytes, 1, bytes.length - 1);
  }
}
