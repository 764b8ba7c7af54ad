package io.listwatch.server.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.fairness.SeatAllocation.Item;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class SeatAllocationTest {
  private static final Offset<Double> CLOSE = Offset.offset(0.001);

  @Test
  void dividesInProportionToTargets() {
    var allocation =
        SeatAllocation.of(60, List.of(new Item(0, 100, 10), new Item(0, 100, 20))).orElseThrow();

    assertThat(allocation.seats()).containsExactly(20.0, 40.0);
    assertThat(allocation.fraction()).isCloseTo(2, CLOSE);
  }

  @Test
  void keepsBoundsAndDividesTheRest() {
    var allocation =
        SeatAllocation.of(
                60, List.of(new Item(0, 12, 10), new Item(30, 100, 30), new Item(0, 100, 1)))
            .orElseThrow();

    assertThat(allocation.seats().get(0)).isEqualTo(12);
    assertThat(allocation.seats().get(1) / allocation.seats().get(2)).isCloseTo(30, CLOSE);
    assertThat(allocation.seats().stream().mapToDouble(each -> each).sum()).isCloseTo(60, CLOSE);
  }

  @Test
  void returnsNothingIfTheBoundsAllowNothing() {
    assertThat(SeatAllocation.of(10, List.of(new Item(20, 30, 20)))).isEmpty();
    assertThat(SeatAllocation.of(40, List.of(new Item(20, 30, 20)))).isEmpty();
  }

  @Test
  void levelsWithoutDemandShareEqually() {
    var allocation =
        SeatAllocation.of(30, List.of(new Item(0, 100, 0), new Item(0, 100, 0))).orElseThrow();

    assertThat(allocation.rounded()).containsExactly(15, 15);
  }
}
