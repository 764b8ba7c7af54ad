package io.listwatch.server.auth.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ValuePoolTest {
  private final ValuePool<List<Integer>> pool = new ValuePool<>();

  @Test
  void returnsTheFirstOfEqualValues() {
    List<Integer> first = pool.get(List.of(1, 2));

    assertThat(pool.get(List.of(1, 2))).isSameAs(first);
  }

  @Test
  void returnsTheRightValueEvenIfItsSlotIsTaken() {
    for (int i = 0; i < 10_000; i++) {
      assertThat(pool.get(List.of(i))).containsExactly(i);
    }
  }
}
