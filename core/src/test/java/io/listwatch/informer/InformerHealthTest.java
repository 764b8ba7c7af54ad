package io.listwatch.informer;

import static io.listwatch.informer.InformerRun.until;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.store.Index;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An informer becomes unhealthy without an event. */
@Timeout(60)
final class InformerHealthTest {
  @Test
  void pain01_longSilenceOfASourceWithBookmarksIsAProblem() throws Exception {
    var lastsForEver =
        ReflectorPolicy.CLIENT.with(
            policy -> policy.watchTimeout(Duration.ZERO).idleTimeout(Duration.ZERO));
    try (var run = new InformerRun(options -> options.policy(lastsForEver))) {
      run.synced();
      ResourceVersion later = ResourceVersion.of(100);
      run.collection.send(new WatchEvent.Bookmark(later));
      until(() -> run.informer.snapshot().version().equals(later));
      // Make sure that the batch is not still being applied when the clock moves.
      run.drain();
      until(run.collection::readerWaits);
      assertThat(run.informer.health().problems()).isEmpty();

      run.timers.advance(Diagnosis.LONGEST_SILENCE.plusSeconds(1));

      assertThat(run.informer.health().healthy()).isFalse();
      assertThat(run.informer.health().problems())
          .containsExactly("notes.test.listwatch.io: silent for PT5M1S, bookmarks included");
    }
  }

  @Test
  void silenceOfASourceWithoutBookmarksIsNotAProblem() throws Exception {
    var lastsForEver =
        ReflectorPolicy.CLIENT.with(policy -> policy.watchTimeout(Duration.ZERO).streaming(false));
    try (var run = new InformerRun(options -> options.policy(lastsForEver))) {
      run.synced();
      until(run.collection::readerWaits);

      run.timers.advance(Duration.ofDays(1));

      assertThat(run.informer.health().problems()).isEmpty();
    }
  }

  @Test
  void changeThatIsStuckForLongIsAProblem() throws Exception {
    try (var run = new InformerRun()) {
      run.synced();
      var entered = new CountDownLatch(1);
      var release = new CountDownLatch(1);
      run.informer.addIndex(stuck(entered, release));
      run.collection.put("a", "1");
      entered.await();
      assertThat(run.informer.health().healthy()).isTrue();

      run.timers.advance(Diagnosis.LONGEST_STEP.plusSeconds(1));
      assertThat(run.informer.health().problems())
          .containsExactly("applying a change has taken PT1M1S");
      release.countDown();

      until(() -> run.informer.health().healthy());
    }
  }

  private static Index stuck(CountDownLatch entered, CountDownLatch release) {
    return Index.of(
        "stuck",
        object -> {
          entered.countDown();
          try {
            release.await();
          } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
          }
          return Set.of();
        });
  }

  @Test
  void unreachableSourceIsAProblemWithAReasonAndAMetric() throws Exception {
    Map<String, DoubleSupplier> gauges = new ConcurrentHashMap<>();
    try (var run = new InformerRun(options -> options.metrics(keeping(gauges)))) {
      run.synced();
      until(() -> shown(gauges) == 1);

      run.unwatched(() -> {});

      assertThat(run.informer.health().problems())
          .singleElement()
          .asString()
          .contains("failing", "still gone");
      assertThat(shown(gauges)).isZero();
    }
  }

  private static double shown(Map<String, DoubleSupplier> gauges) {
    return requireNonNull(gauges.get("informer_healthy")).getAsDouble();
  }

  private static Metrics keeping(Map<String, DoubleSupplier> gauges) {
    return new Metrics() {
      @Override
      public Counter counter(String name, Map<String, String> tags) {
        return amount -> {};
      }

      @Override
      public Distribution distribution(String name, Map<String, String> tags) {
        return amount -> {};
      }

      @Override
      public Gauge gauge(String name, Map<String, String> tags, DoubleSupplier value) {
        gauges.put(name, value);
        return () -> gauges.remove(name);
      }
    };
  }
}
