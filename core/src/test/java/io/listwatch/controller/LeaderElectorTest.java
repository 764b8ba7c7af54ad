package io.listwatch.controller;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The threads of an elector; {@link CandidateTest} covers the election itself. */
@Timeout(60)
final class LeaderElectorTest {
  private static final Duration LEASE = LeaderPolicy.DEFAULT.leaseDuration();
  private static final Duration DEADLINE = LeaderPolicy.DEFAULT.renewDeadline();
  private static final Duration RETRY = LeaderPolicy.DEFAULT.retryPeriod();

  private final ManualTimers timers = new ManualTimers();
  private final FakeLease lease = new FakeLease();
  private final RecordingListener listener = new RecordingListener();
  private final CountDownLatch letGo = new CountDownLatch(1);
  private @Nullable LeaderElector elector;
  private @Nullable Thread thread;

  @AfterEach
  void end() throws InterruptedException {
    letGo.countDown();
    if (elector != null && thread != null) {
      elector.close();
      thread.join();
    }
  }

  @Test
  void leadsRenewsAndReleases() throws InterruptedException {
    run(listener);
    listener.await("started 1");

    pass(RETRY);
    awaitWrites(2);
    closeAndJoin();

    assertThat(listener.calls()).containsExactly("leader a", "started 1", "stopped");
    assertThat(lease.current().holder()).isEmpty();
  }

  @Test
  void listenerIsCalledOnItsOwnThread() throws InterruptedException {
    var caller = new AtomicReference<Thread>();
    run(
        new RecordingListener() {
          @Override
          public void onStartedLeading(Leadership leadership) {
            caller.set(Thread.currentThread());
          }
        });

    soon().until(() -> caller.get() != null);
    closeAndJoin();

    assertThat(caller.get().getName()).isEqualTo("listwatch-leader-lease");
    assertThat(caller.get().isDaemon()).isTrue();
    soon().until(() -> !caller.get().isAlive());
  }

  @Test
  void blockedListenerDoesNotStopRenewals() throws InterruptedException {
    run(blockingStart());
    listener.await("started 1");

    for (int renewals = 1; renewals < 20; renewals++) {
      pass(RETRY);
      awaitWrites(1 + renewals);
    }

    assertThat(running().leadership()).isPresent();
  }

  @Test
  void startStillRunningAtTheEndOfItsTermIsInterruptedBeforeTheStop() throws InterruptedException {
    var ends = new RecordingListener();
    run(
        new LeaderListener() {
          @Override
          public void onStartedLeading(Leadership leadership) {
            listener.onStartedLeading(leadership);
            try {
              letGo.await();
            } catch (InterruptedException interrupted) {
              ends.onNewLeader("interrupted");
            }
          }

          @Override
          public void onStoppedLeading() {
            ends.onNewLeader(Thread.interrupted() ? "still interrupted" : "stopped");
          }
        });
    listener.await("started 1");

    closeAndJoin();

    assertThat(ends.calls()).containsExactly("leader interrupted", "leader stopped");
  }

  @Test
  void leaseIsReleasedOnlyAfterTheListenerHasStopped() throws InterruptedException {
    run(blockingStop());
    listener.await("started 1");
    running().close();
    listener.await("stopped");

    assertThat(running().leadership()).isEmpty();
    assertThat(lease.current().holder()).isEqualTo("a");
    letGo.countDown();
    thread().join();

    assertThat(lease.current().holder()).isEmpty();
  }

  @Test
  void leaseExpiresIfTheListenerDoesNotStop() throws InterruptedException {
    run(blockingStop());
    listener.await("started 1");
    running().close();
    listener.await("stopped");

    awaitTimerAt(LEASE);
    timers.advance(LEASE);
    thread().join();

    assertThat(lease.current().holder()).isEqualTo("a");
  }

  @Test
  void leaseExpiresIfThePolicyDoesNotReleaseIt() throws InterruptedException {
    run(listener, new LeaderPolicy(LEASE, DEADLINE, RETRY, false));
    listener.await("started 1");

    closeAndJoin();

    listener.await("stopped");
    assertThat(lease.current().holder()).isEqualTo("a");
  }

  /** The official Java client runs its stop hook even if it never led. */
  @Test
  void candidateThatNeverLedGetsNoStop() throws InterruptedException {
    lease.put("b", LEASE, timers.now(), 1);
    run(listener);
    listener.await("leader b");

    closeAndJoin();

    awaitListenerThreadGone();
    assertThat(listener.turns()).isEmpty();
    assertThat(lease.current().holder()).isEqualTo("b");
  }

  @Test
  void lateStartIsDroppedTogetherWithItsStop() throws InterruptedException {
    run(
        new RecordingListener() {
          @Override
          public void onNewLeader(String identity) {
            listener.onNewLeader(identity);
            awaitUninterruptibly(letGo);
          }

          @Override
          public void onStartedLeading(Leadership leadership) {
            listener.onStartedLeading(leadership);
          }

          @Override
          public void onStoppedLeading() {
            listener.onStoppedLeading();
          }
        });
    listener.await("leader a");
    soon().until(() -> running().leadership().isPresent());
    running().close();
    awaitTimerAt(LEASE);

    letGo.countDown();
    thread().join();

    awaitListenerThreadGone();
    assertThat(listener.turns()).isEmpty();
    assertThat(lease.current().holder()).isEmpty();
  }

  @Test
  void startsAndStopsAlternateWheneverTheLeaseIsLost() throws InterruptedException {
    run(listener);

    for (int term = 1; term <= 9; term += 2) {
      listener.await("started " + term);
      lease.put("b", LEASE, timers.now(), term + 1);
      passUntil(() -> running().leadership().isEmpty());
      listener.await("stopped");
      lease.put("", LEASE, timers.now(), term + 1);
      passUntilLeading();
    }

    listener.await("started 11");
    assertThat(listener.turns())
        .containsExactly(
            "started 1",
            "stopped",
            "started 3",
            "stopped",
            "started 5",
            "stopped",
            "started 7",
            "stopped",
            "started 9",
            "stopped",
            "started 11");
  }

  @Test
  void doesNotCompeteWhileTheListenerCannotStop() throws InterruptedException {
    run(blockingStop());
    listener.await("started 1");
    awaitTimerAt(RETRY);
    lease.put("b", LEASE, timers.now(), 2);
    timers.advance(RETRY);
    listener.await("stopped");

    lease.put("", LEASE, timers.now(), 2);
    for (int i = 0; i < 20; i++) {
      awaitTimerAt(RETRY);
      timers.advance(RETRY);
    }
    assertThat(running().leadership()).isEmpty();

    letGo.countDown();
    passUntilLeading();
    listener.await("started 3");
  }

  @Test
  void closeInterruptsAHangingCallWhileCompeting() throws InterruptedException {
    lease.hang();
    run(listener);
    lease.awaitHanging();

    closeAndJoin();

    assertThat(listener.calls()).isEmpty();
    assertThat(thread().isInterrupted()).isFalse();
  }

  @Test
  void closeInterruptsAHangingCallWhileLeading() throws InterruptedException {
    run(listener, new LeaderPolicy(LEASE, DEADLINE, RETRY, false));
    listener.await("started 1");
    awaitTimerAt(RETRY);
    lease.hang();
    timers.advance(RETRY);
    lease.awaitHanging();

    closeAndJoin();

    listener.await("stopped");
  }

  @Test
  void closeBeforeRunMakesRunReturnAtOnce() throws InterruptedException {
    elector = LeaderElector.builder(lease, "a", listener).timers(timers).build();
    elector.close();

    elector.run();

    assertThat(listener.calls()).isEmpty();
    assertThat(lease.written()).isEmpty();
  }

  @Test
  void interruptEndsTheElectionLikeClose() throws InterruptedException {
    var interrupted = new AtomicBoolean();
    elector = LeaderElector.builder(lease, "a", listener).timers(timers).build();
    thread =
        new Thread(
            () -> {
              running().run();
              interrupted.set(Thread.currentThread().isInterrupted());
            });
    thread.start();
    listener.await("started 1");

    thread.interrupt();
    thread.join();

    assertThat(interrupted).isTrue();
    assertThat(listener.turns()).containsExactly("started 1", "stopped");
    assertThat(lease.current().holder()).isEmpty();
  }

  @Test
  void throwingListenerDoesNotDisturbTheElection() throws InterruptedException {
    run(
        new LeaderListener() {
          @Override
          public void onStartedLeading(Leadership leadership) {
            listener.onStartedLeading(leadership);
            throw new AssertionError("on purpose");
          }

          @Override
          public void onStoppedLeading() {
            listener.onStoppedLeading();
            throw new IllegalStateException("on purpose");
          }

          @Override
          public void onNewLeader(String identity) {
            throw new IllegalStateException("on purpose");
          }
        });
    listener.await("started 1");
    pass(RETRY);
    awaitWrites(2);

    closeAndJoin();

    assertThat(listener.turns()).containsExactly("started 1", "stopped");
    assertThat(lease.current().holder()).isEmpty();
  }

  @Test
  void gaugeShowsWhetherItLeads() throws InterruptedException {
    var metrics = new CountingMetrics();
    elector = LeaderElector.builder(lease, "a", listener).timers(timers).metrics(metrics).build();
    thread = new Thread(elector);
    assertThat(metrics.gauges()).isEmpty();

    thread.start();
    listener.await("started 1");
    DoubleSupplier gauge = metrics.gauge("leader_election_master_status{name=lease}");
    assertThat(gauge.getAsDouble()).isEqualTo(1);
    closeAndJoin();

    assertThat(gauge.getAsDouble()).isEqualTo(0);
    assertThat(metrics.gauges()).isEmpty();
  }

  // ---- helpers

  private static ConditionFactory soon() {
    return await().atMost(ofSeconds(30)).pollInterval(ofMillis(2));
  }

  private void run(LeaderListener told) {
    run(told, LeaderPolicy.DEFAULT);
  }

  private void run(LeaderListener told, LeaderPolicy policy) {
    elector =
        LeaderElector.builder(lease, "a", told)
            .timers(timers)
            .policy(policy)
            .random(() -> 0)
            .build();
    thread = new Thread(elector);
    thread.start();
  }

  private LeaderElector running() {
    if (elector == null) {
      throw new AssertionError("elector: none (expected: run before)");
    }
    return elector;
  }

  private Thread thread() {
    if (thread == null) {
      throw new AssertionError("thread: none (expected: run before)");
    }
    return thread;
  }

  private void closeAndJoin() throws InterruptedException {
    running().close();
    thread().join(TimeUnit.SECONDS.toMillis(30));
    assertThat(thread().isAlive()).as("running after close").isFalse();
  }

  /** Advances the clock once the elector waits for it. */
  private void pass(Duration time) throws InterruptedException {
    awaitTimerAt(time);
    timers.advance(time);
  }

  /** Waits for a timer this far ahead, which only the elector or its wait for the listener sets. */
  private void awaitTimerAt(Duration time) {
    soon().until(() -> time.equals(timers.untilNext()));
  }

  private void passUntilLeading() {
    passUntil(() -> running().leadership().isPresent());
  }

  private void passUntil(BooleanSupplier condition) {
    soon()
        .until(
            () -> {
              timers.advance(ofSeconds(1));
              return condition.getAsBoolean();
            });
  }

  private void awaitWrites(int count) {
    soon().until(() -> lease.written().size() >= count);
  }

  private static void awaitListenerThreadGone() {
    soon()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(each -> each.getName().equals("listwatch-leader-lease")));
  }

  private LeaderListener blockingStart() {
    return new LeaderListener() {
      @Override
      public void onStartedLeading(Leadership leadership) {
        listener.onStartedLeading(leadership);
        awaitUninterruptibly(letGo);
      }

      @Override
      public void onStoppedLeading() {
        listener.onStoppedLeading();
      }
    };
  }

  private LeaderListener blockingStop() {
    return new LeaderListener() {
      @Override
      public void onStartedLeading(Leadership leadership) {
        listener.onStartedLeading(leadership);
      }

      @Override
      public void onStoppedLeading() {
        listener.onStoppedLeading();
        awaitUninterruptibly(letGo);
      }
    };
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException stubborn) {
        // These listeners ignore interrupts on purpose.
      }
    }
  }
}
