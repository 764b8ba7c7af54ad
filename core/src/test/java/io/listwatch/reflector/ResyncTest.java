package io.listwatch.reflector;

import static io.listwatch.reflector.ReflectorRun.LISTING;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ResyncTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final ReflectorPolicy RESYNCING =
      LISTING.with(policy -> policy.resyncPeriod(MINUTE));

  private final FakeCollection collection = new FakeCollection();

  @Test
  void happensOnceAPeriod() {
    try (var run = ReflectorRun.start(collection, RESYNCING).settle()) {
      run.advance(MINUTE.minusNanos(1));
      assertThat(run.store.writes()).containsExactly("replace [] at 1");

      run.advance(Duration.ofNanos(1));
      assertThat(run.store.writes()).containsExactly("replace [] at 1", "resync");

      run.advance(MINUTE);
      assertThat(run.store.writes()).containsExactly("replace [] at 1", "resync", "resync");
    }
  }

  @Test
  void neverHappensWithoutAPeriod() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      run.advance(Duration.ofDays(1));

      assertThat(run.store.writes()).containsExactly("replace [] at 1");
    }
  }

  @Test
  void canBeAskedForFromAnyThread() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      run.reflector.resync();
      run.settle();

      assertThat(run.store.writes()).containsExactly("replace [] at 1", "resync");
    }
  }
}
