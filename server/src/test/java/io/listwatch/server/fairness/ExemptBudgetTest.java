package io.listwatch.server.fairness;

import static io.listwatch.server.fairness.Flows.executes;
import static io.listwatch.server.fairness.Flows.rejected;
import static io.listwatch.server.fairness.Flows.waits;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.time.ManualTimers;
import org.junit.jupiter.api.Test;

final class ExemptBudgetTest {
  private final QueueSet level = new QueueSet(QueueSettings.EXEMPT, 0, new ManualTimers());
  private final ExemptBudget budget = new ExemptBudget(100);

  private SeatRequest start(long bytes) {
    return budget.start(bytes, () -> Flows.start(level, "admin", 1));
  }

  @Test
  void admitsUpToTheBudgetAndLetsTheRestWaitInOrder() {
    SeatRequest first = start(60);
    SeatRequest second = start(40);
    SeatRequest third = start(50);
    SeatRequest fourth = start(10);
    assertThat(executes(first)).isTrue();
    assertThat(executes(second)).isTrue();
    assertThat(waits(third)).isTrue();

    second.leave();
    assertThat(waits(third)).isTrue();
    assertThat(waits(fourth)).isTrue();

    first.leave();
    assertThat(executes(third)).isTrue();
    assertThat(executes(fourth)).isTrue();
  }

  @Test
  void rejectsWhenWaitingRequestsFillTheBudget() {
    SeatRequest first = start(100);
    SeatRequest second = start(90);

    assertThat(rejected(start(20))).isTrue();
    assertThat(waits(second)).isTrue();
    first.leave();
    assertThat(executes(second)).isTrue();
  }

  @Test
  void requestLargerThanTheBudgetIsExecutedAlone() {
    SeatRequest large = start(1_000);

    assertThat(executes(large)).isTrue();
    assertThat(waits(start(1))).isTrue();
  }

  @Test
  void requestsWithoutBytesNeverWait() {
    SeatRequest unused = start(100);

    assertThat(executes(start(0))).isTrue();
  }

  @Test
  void leavingGivesSeatsAndBytesBack() {
    SeatRequest waiting;
    SeatRequest first = start(100);
    waiting = start(50);

    waiting.leave();
    first.leave();
    first.leave();

    assertThat(rejected(waiting)).isTrue();
    assertThat(budget.used()).isZero();
    assertThat(budget.queued()).isZero();
    assertThat(level.isIdle()).isTrue();
  }

  @Test
  void timeOutRejectsOnlyRequestsThatWait() {
    SeatRequest first = start(100);
    SeatRequest late = start(50);

    first.timeOut();
    late.timeOut();

    assertThat(executes(first)).isTrue();
    assertThat(rejected(late)).isTrue();
    assertThat(budget.used()).isEqualTo(100);
  }
}
