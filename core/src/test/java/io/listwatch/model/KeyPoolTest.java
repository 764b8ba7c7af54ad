package io.listwatch.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class KeyPoolTest {
  private final KeyPool pool = new KeyPool(16);

  @Test
  void returnsTheSameInstanceForEqualKeys() {
    assertThat(pool.get("default", "a"))
        .isEqualTo(ResourceKey.of("default", "a"))
        .isSameAs(pool.get(new String("default"), new String("a")));
    assertThat(pool.get(null, "a")).isEqualTo(ResourceKey.of("a")).isSameAs(pool.get(null, "a"));
  }

  @Test
  void returnsTheRightKeyEvenIfItsSlotIsTaken() {
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 1000; i++) {
        assertThat(pool.get("default", "a" + i)).isEqualTo(ResourceKey.of("default", "a" + i));
        assertThat(pool.get(null, "a" + i)).isEqualTo(ResourceKey.of("a" + i));
      }
    }
  }

  @Test
  void rejectsWhatAKeyRejects() {
    assertThatThrownBy(() -> pool.get("default", "a/b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("name: a/b (expected: a name without a slash)");
  }

  /** Two reads of one object, such as those of a watch cache and of the authorizer. */
  @Test
  void objectsReadTwiceShareTheirKey() {
    var json = "{\"metadata\":{\"namespace\":\"default\",\"name\":\"shared\"}}";

    assertThat(Resource.parse(json).key()).isSameAs(Resource.parse(json).key());
  }
}
