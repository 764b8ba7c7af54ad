package io.listwatch.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class FaultCycleTest {
  private final AtomicBoolean timeIsOver = new AtomicBoolean();
  private final FaultCycle<Integer> cycle =
      new FaultCycle<>(List.of(1, 2, 3, 4, 5), 2, new Random(1), timeIsOver::get);

  @Test
  void everyFaultIsInExactlyOneRound() {
    var faults = new ArrayList<Integer>();
    while (cycle.hasNext()) {
      faults.addAll(cycle.next());
    }

    assertThat(faults).containsExactlyInAnyOrder(1, 2, 3, 4, 5);
  }

  /** A campaign with many kills went on for longer than its own limit, and was ended as hung. */
  @Test
  void hasNoFurtherRoundOnceTimeIsOver() {
    assertThat(cycle.next()).hasSize(2);

    timeIsOver.set(true);

    assertThat(cycle.hasNext()).isFalse();
  }
}
