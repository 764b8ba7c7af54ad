package io.listwatch.workqueue;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.time.ManualTimers;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class WorkQueueMetricsTest {
  private final ManualTimers timers = new ManualTimers();
  private final RecordingMetrics metrics = new RecordingMetrics();
  private final WorkQueue<String> queue =
      WorkQueue.<String>named("pods").timers(timers).metrics(metrics).build();

  @Test
  void depthCountsItemsThatNeedARun() {
    queue.add("a");
    queue.add("b");
    queue.add("b");
    assertThat(metrics.read("workqueue_depth{name=pods}")).isEqualTo(2);

    queue.poll();
    assertThat(metrics.read("workqueue_depth{name=pods}")).isEqualTo(1);

    queue.add("a");
    assertThat(metrics.read("workqueue_depth{name=pods}")).isEqualTo(2);
  }

  @Test
  void addsCountOnlyItemsThatNeedANewRun() {
    queue.add("a");
    queue.add("a");
    queue.poll();
    queue.add("a");
    queue.add("a");
    queue.addAfter("b", ofSeconds(1));
    assertThat(metrics.counted("workqueue_adds_total{name=pods}")).isEqualTo(2);

    timers.advance(ofSeconds(1));
    assertThat(metrics.counted("workqueue_adds_total{name=pods}")).isEqualTo(3);
  }

  @Test
  void retriesCountEveryDelayedAdd() {
    queue.addAfter("a", ofSeconds(1));
    queue.addAfter("b", Duration.ZERO);
    queue.addRateLimited("c");
    queue.add("d");
    queue.close();
    queue.addRateLimited("e");

    assertThat(metrics.counted("workqueue_retries_total{name=pods}")).isEqualTo(3);
  }

  @Test
  void queueDurationIsMeasuredFromTheFirstAddToTake() {
    queue.add("a");
    timers.advance(ofSeconds(2));
    queue.add("a");
    timers.advance(ofSeconds(1));

    queue.poll();

    assertThat(metrics.recorded("workqueue_queue_duration_seconds{name=pods}"))
        .containsExactly(3.0);
  }

  @Test
  void queueDurationOfARepeatedRunStartsAtTheAddThatCausedIt() {
    queue.add("a");
    queue.poll();
    queue.add("a");
    timers.advance(ofSeconds(4));
    queue.done("a");

    queue.poll();

    assertThat(metrics.recorded("workqueue_queue_duration_seconds{name=pods}"))
        .containsExactly(0.0, 4.0);
  }

  @Test
  void workDurationIsMeasuredFromTakeToDone() {
    queue.add("a");
    queue.poll();
    timers.advance(ofSeconds(5));

    queue.done("a");

    assertThat(metrics.recorded("workqueue_work_duration_seconds{name=pods}")).containsExactly(5.0);
  }

  @Test
  void unfinishedWorkIsTheTimeOfRunningItemsSoFar() {
    queue.add("a");
    queue.poll();
    timers.advance(ofSeconds(3));
    queue.add("b");
    queue.poll();
    timers.advance(ofSeconds(1));

    assertThat(metrics.read("workqueue_unfinished_work_seconds{name=pods}")).isEqualTo(5);
    assertThat(metrics.read("workqueue_longest_running_processor_seconds{name=pods}")).isEqualTo(4);

    queue.done("a");
    queue.done("b");
    assertThat(metrics.read("workqueue_unfinished_work_seconds{name=pods}")).isZero();
    assertThat(metrics.read("workqueue_longest_running_processor_seconds{name=pods}")).isZero();
  }

  @Test
  void closeUnregistersTheGauges() throws InterruptedException {
    assertThat(metrics.gauges()).hasSize(3);
    queue.close();
    assertThat(metrics.gauges()).isEmpty();

    var drained = WorkQueue.<String>named("drained").timers(timers).metrics(metrics).build();
    assertThat(metrics.gauges()).hasSize(3);
    assertThat(drained.drain(ofSeconds(1))).isTrue();
    assertThat(metrics.gauges()).isEmpty();
  }

  @Test
  void callsNoForeignCodeUnderTheLock() {
    var probe = new LockProbe();
    var probed =
        WorkQueue.<String>named("probed").timers(probe).metrics(probe).limiter(probe).build();
    probe.queue.set(probed);

    probed.add("a");
    probed.addAfter("b", ofSeconds(2));
    probed.addAfter("c", ofSeconds(1));
    probed.addRateLimited("d");
    probe.time.advance(ofSeconds(2));
    probed.poll();
    probed.done("a");
    probed.forget("a");
    assertThat(probed.failures("a")).isZero();
    probed.addAfter("b", ofSeconds(1));
    probed.close();

    assertThat(probe.calls).hasValueGreaterThan(15);
  }

  /** Plays all collaborators. Each call checks from another thread that the lock is free. */
  private static final class LockProbe implements Metrics, Timers, RateLimiter<String> {
    private final ManualTimers time = new ManualTimers();
    private final AtomicReference<@Nullable WorkQueue<String>> queue = new AtomicReference<>();
    private final AtomicInteger calls = new AtomicInteger();

    private void probe() {
      var probed = queue.get();
      if (probed != null) {
        CompletableFuture.runAsync(probed::size).orTimeout(30, TimeUnit.SECONDS).join();
        calls.incrementAndGet();
      }
    }

    @Override
    public Counter counter(String name, Map<String, String> tags) {
      return amount -> probe();
    }

    @Override
    public Distribution distribution(String name, Map<String, String> tags) {
      return amount -> probe();
    }

    @Override
    public Gauge gauge(String name, Map<String, String> tags, DoubleSupplier value) {
      return this::probe;
    }

    @Override
    public long nanoTime() {
      return time.nanoTime();
    }

    @Override
    public Instant now() {
      return time.now();
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
      probe();
      var timer = time.schedule(delay, task);
      return () -> {
        probe();
        timer.cancel();
      };
    }

    @Override
    public Duration next(String item) {
      probe();
      return ofSeconds(1);
    }

    @Override
    public void forget(String item) {
      probe();
    }

    @Override
    public int failures(String item) {
      probe();
      return 0;
    }
  }
}
