package io.listwatch.controller;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceVersion;
import io.listwatch.time.ManualTimers;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs candidates on one thread, with a manual clock and the default policy: 15 s, 10 s, 2 s. */
final class CandidateTest {
  private static final LeaderPolicy POLICY = LeaderPolicy.DEFAULT;
  private static final Duration LEASE = POLICY.leaseDuration();
  private static final Duration DEADLINE = POLICY.renewDeadline();
  private static final Duration RETRY = POLICY.retryPeriod();

  private final ManualTimers timers = new ManualTimers();
  private final FakeLease lease = new FakeLease();
  private final RecordingListener listener = new RecordingListener();
  private final CountingMetrics metrics = new CountingMetrics();
  private final Candidate candidate = candidate("a", lease, timers, listener);

  @Test
  void createsTheLeaseIfThereIsNone() throws InterruptedException {
    Duration wait = candidate.step();

    assertThat(candidate.leading()).isPresent();
    assertThat(lease.current())
        .isEqualTo(new Lease("a", LEASE, timers.now(), timers.now(), 1, ResourceVersion.of(1)));
    assertThat(listener.calls()).containsExactly("leader a", "started 1");
    assertThat(wait).isEqualTo(RETRY);
  }

  @Test
  void acquiresAReleasedLeaseAtOnce() throws InterruptedException {
    lease.put("", ofSeconds(1), timers.now(), 7);

    candidate.step();

    assertThat(listener.calls()).containsExactly("leader ", "leader a", "started 8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1970-01-01T00:00:00Z", "2024-08-24T08:05:52Z", "9999-12-31T23:59:59Z"})
  void waitsForAnotherHoldersLeaseByItsOwnClock(String nonsense) throws InterruptedException {
    lease.put("b", LEASE, Instant.parse(nonsense), 4);
    candidate.step();

    timers.advance(LEASE.minusNanos(1));
    candidate.step();
    assertThat(candidate.leading()).isEmpty();

    timers.advance(ofNanos(1));
    candidate.step();
    assertThat(candidate.leading()).map(Leadership::token).hasValue(5L);
  }

  @Test
  void waitsForTheDurationInTheLease() throws InterruptedException {
    lease.put("b", ofSeconds(60), timers.now(), 1);
    candidate.step();

    timers.advance(ofSeconds(59));
    candidate.step();
    assertThat(candidate.leading()).isEmpty();

    timers.advance(ofSeconds(1));
    candidate.step();
    assertThat(candidate.leading()).isPresent();
  }

  @Test
  void renewalByTheHolderRestartsTheWait() throws InterruptedException {
    lease.put("b", LEASE, timers.now(), 1);
    candidate.step();
    timers.advance(ofSeconds(14));
    lease.put("b", LEASE, timers.now(), 1);
    candidate.step();

    timers.advance(ofSeconds(14));
    candidate.step();
    assertThat(candidate.leading()).isEmpty();

    timers.advance(ofSeconds(1));
    candidate.step();
    assertThat(candidate.leading()).isPresent();
  }

  @Test
  void writeWithoutARenewalDoesNotLengthenTheWait() throws InterruptedException {
    lease.put("b", LEASE, timers.now(), 1);
    candidate.step();
    timers.advance(LEASE);
    lease.touch();

    candidate.step();

    assertThat(candidate.leading()).isPresent();
  }

  @Test
  void addsJitterOfUpTo120PercentToTheRetryPeriod() throws InterruptedException {
    lease.put("b", LEASE, timers.now(), 1);

    assertThat(candidate("a", lease, timers, listener, 0).step()).isEqualTo(RETRY);
    assertThat(candidate("a", lease, timers, listener, -1).step())
        .isBetween(ofMillis(4_399), ofMillis(4_400));
  }

  @Test
  void renewsWithoutReadingAndKeepsTheTerm() throws InterruptedException {
    candidate.step();
    Instant acquired = timers.now();

    timers.advance(RETRY);
    Duration wait = candidate.step();

    assertThat(lease.current())
        .isEqualTo(new Lease("a", LEASE, acquired, timers.now(), 1, ResourceVersion.of(2)));
    assertThat(wait).isEqualTo(RETRY);
    assertThat(listener.turns()).containsExactly("started 1");
  }

  @Test
  void leaderThatRenewsKeepsLeading() throws InterruptedException {
    for (int i = 0; i < 1_000; i++) {
      timers.advance(candidate.step());
    }

    assertThat(listener.turns()).containsExactly("started 1");
    assertThat(listener.lastTerm().holds()).isTrue();
  }

  /** Otherwise the leader would lose its lease to candidates that compare the written times. */
  @Test
  void renewalIsVisibleThoughTheLeadersWallClockStandsStill() throws InterruptedException {
    Candidate stopped = candidate("a", lease, new StoppedWallClock(timers), listener);
    var other = candidate("b", lease, timers, new RecordingListener());

    for (int i = 0; i < 100; i++) {
      stopped.step();
      other.step();
      timers.advance(RETRY);
    }

    assertThat(other.leading()).isEmpty();
    assertThat(stopped.leading()).isPresent();
  }

  @Test
  void givesUpAtTheRenewDeadlineAndNotLater() throws InterruptedException {
    timers.advance(candidate.step());
    timers.advance(candidate.step());
    Leadership term = listener.lastTerm();
    lease.unreachable(true);

    Duration since = RETRY;
    while (candidate.leading().isPresent()) {
      assertThat(listener.turns()).containsExactly("started 1");
      Duration wait = candidate.step();
      since = since.plus(wait);
      timers.advance(wait);
    }
    candidate.step();

    assertThat(since).isEqualTo(DEADLINE);
    assertThat(term.holds()).isFalse();
    assertThat(listener.turns()).containsExactly("started 1", "stopped");
  }

  @Test
  void recoversIfItCanRenewBeforeTheDeadline() throws InterruptedException {
    candidate.step();
    lease.unreachable(true);
    timers.advance(ofSeconds(8));
    candidate.step();

    lease.unreachable(false);
    timers.advance(ofSeconds(1));
    candidate.step();
    timers.advance(ofSeconds(9));

    assertThat(candidate.leading()).isPresent();
    assertThat(listener.turns()).containsExactly("started 1");
  }

  @Test
  void unexpectedFailureOfTheLockDoesNotEndTheCandidacy() throws InterruptedException {
    var broken =
        new LeaseLock() {
          @Override
          public Optional<Lease> read() {
            throw new IllegalStateException("a bug");
          }

          @Override
          public Lease write(Lease next) {
            throw new IllegalStateException("a bug");
          }

          @Override
          public String name() {
            return "broken";
          }
        };

    assertThat(candidate("a", broken, timers, listener).step()).isGreaterThanOrEqualTo(RETRY);
    assertThat(listener.calls()).isEmpty();
  }

  @Test
  void stopsAtOnceWhenAnotherCandidateHasTakenTheLease() throws InterruptedException {
    candidate.step();
    lease.put("b", LEASE, timers.now(), 2);

    timers.advance(RETRY);
    candidate.step();

    assertThat(candidate.leading()).isEmpty();
    assertThat(listener.calls()).containsExactly("leader a", "started 1", "leader b", "stopped");
    assertThat(lease.current().holder()).isEqualTo("b");
  }

  /** Another candidate wrongly uses the same identity and has a term of its own. */
  @Test
  void laterTermOfTheSameIdentityEndsThisTerm() throws InterruptedException {
    candidate.step();
    lease.put("a", LEASE, timers.now(), 2);

    timers.advance(RETRY);
    candidate.step();

    assertThat(listener.turns()).containsExactly("started 1", "stopped");
  }

  @Test
  void stableIdentityTakesOverFromItsEarlierProcessAtOnce() throws InterruptedException {
    lease.put("a", LEASE, timers.now(), 4);
    Candidate restarted = stable();

    restarted.step();

    assertThat(restarted.leading()).map(Leadership::token).hasValue(5L);
  }

  @Test
  void stableIdentityWaitsForItsOwnLostTerm() throws InterruptedException {
    Candidate stable = stable();
    stable.step();
    lease.put("a", LEASE, timers.now(), 7);
    timers.advance(RETRY);
    stable.step();

    timers.advance(RETRY);
    stable.step();

    assertThat(stable.leading()).isEmpty();
  }

  private Candidate stable() {
    return new Candidate(
        LeaderElector.builder(lease, "a", listener).timers(timers).stableIdentity(true), listener);
  }

  @Test
  void readsAgainAfterAConflictAndRenewsInTheSameAttempt() throws InterruptedException {
    candidate.step();
    lease.touch();

    timers.advance(RETRY);
    candidate.step();
    timers.advance(DEADLINE.minusNanos(1));

    assertThat(candidate.leading()).isPresent();
    assertThat(lease.written()).hasSize(2);
    assertThat(metrics.count("leader_election_slowpath_total{name=lease}")).isEqualTo(1);
  }

  @Test
  void renewalWithALostResponseDoesNotEndTheTerm() throws InterruptedException {
    candidate.step();
    lease.loseResponses(true);
    timers.advance(RETRY);
    candidate.step();

    lease.loseResponses(false);
    timers.advance(RETRY);
    candidate.step();
    timers.advance(DEADLINE.minusNanos(1));

    assertThat(candidate.leading()).map(Leadership::token).hasValue(1L);
  }

  @Test
  void leaseAcquiredWithALostResponseMustExpireFirst() throws InterruptedException {
    lease.loseResponses(true);
    candidate.step();
    lease.loseResponses(false);
    candidate.step();
    assertThat(lease.current().holder()).isEqualTo("a");
    assertThat(candidate.leading()).isEmpty();

    timers.advance(LEASE);
    candidate.step();

    assertThat(candidate.leading()).map(Leadership::token).hasValue(2L);
  }

  @Test
  void deletedLeaseMustExpireForCandidatesThatSawIt() throws InterruptedException {
    lease.put("b", LEASE, timers.now(), 6);
    candidate.step();
    timers.advance(ofSeconds(14));
    lease.delete();
    candidate.step();

    timers.advance(LEASE.minusNanos(1));
    candidate.step();
    assertThat(candidate.leading()).isEmpty();

    timers.advance(ofNanos(1));
    candidate.step();
    assertThat(candidate.leading()).map(Leadership::token).hasValue(7L);
  }

  @Test
  void leaderRecreatesADeletedLease() throws InterruptedException {
    candidate.step();
    lease.delete();

    timers.advance(RETRY);
    candidate.step();

    assertThat(lease.current().holder()).isEqualTo("a");
    assertThat(listener.turns()).containsExactly("started 1");
  }

  @Test
  void eachTermHasAGreaterFencingToken() throws InterruptedException {
    for (int i = 0; i < 5; i++) {
      candidate.step();
      lease.unreachable(true);
      timers.advance(DEADLINE);
      candidate.step();
      lease.unreachable(false);
      timers.advance(LEASE);
    }

    assertThat(listener.terms()).extracting(Leadership::token).containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void termEndsBeforeAnotherCandidateCanAcquireTheLease() throws InterruptedException {
    candidate.step();
    Leadership term = listener.lastTerm();
    var other = candidate("b", lease, timers, new RecordingListener());
    other.step();

    timers.advance(DEADLINE.minusNanos(1));
    assertThat(term.holds()).isTrue();
    timers.advance(ofNanos(1));
    assertThat(term.holds()).isFalse();

    timers.advance(LEASE.minus(DEADLINE).minusNanos(1));
    other.step();
    assertThat(other.leading()).isEmpty();
    timers.advance(ofNanos(1));
    other.step();
    assertThat(other.leading()).isPresent();
  }

  /** A leader that learns only after its deadline that it acquired the lease has not led. */
  @Test
  void acquisitionThatTookTooLongIsDiscarded() throws InterruptedException {
    var slow = new SlowLease(lease, timers, DEADLINE);

    candidate("a", slow, timers, listener).step();

    assertThat(listener.turns()).isEmpty();
    assertThat(lease.current().holder()).isEqualTo("a");
  }

  @Test
  void hangingRenewalIsInterruptedAtTheDeadline() throws InterruptedException {
    candidate.step();
    timers.advance(RETRY);
    var hanging = new Thread(() -> stepAndRecord(candidate));
    lease.hang();
    hanging.start();
    lease.awaitHanging();

    timers.advance(DEADLINE.minus(RETRY));

    listener.await("stopped");
    hanging.join();
  }

  private static void stepAndRecord(Candidate candidate) {
    try {
      candidate.step();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Test
  void releasesTheLeaseOfItsTerm() throws InterruptedException {
    candidate.step();

    candidate.close();
    Leadership term = candidate.stop().orElseThrow();
    candidate.release(term);

    assertThat(lease.current().holder()).isEmpty();
    assertThat(lease.current().transitions()).isEqualTo(1);
    assertThat(term.holds()).isFalse();
  }

  @Test
  void doesNotReleaseALeaseThatAnotherCandidateHasTaken() throws InterruptedException {
    candidate.step();
    lease.put("b", LEASE, timers.now(), 2);

    candidate.release(candidate.stop().orElseThrow());

    assertThat(lease.current().holder()).isEqualTo("b");
  }

  @Test
  void notifiesTheListenerOfEachNewLeaderOnce() throws InterruptedException {
    lease.put("b", LEASE, timers.now(), 1);
    candidate.step();
    candidate.step();
    lease.put("c", LEASE, timers.now(), 2);
    candidate.step();

    assertThat(listener.calls()).containsExactly("leader b", "leader c");
  }

  private Candidate candidate(
      String identity, LeaseLock lock, Timers timers, LeaderListener listener) {
    return candidate(identity, lock, timers, listener, 0);
  }

  private Candidate candidate(
      String identity, LeaseLock lock, Timers timers, LeaderListener listener, long random) {
    return new Candidate(
        LeaderElector.builder(lock, identity, listener)
            .timers(timers)
            .random(() -> random)
            .metrics(metrics),
        listener);
  }

  /** Timers that work, with a wall clock that does not move. */
  private record StoppedWallClock(Timers timers) implements Timers {
    @Override
    public long nanoTime() {
      return timers.nanoTime();
    }

    @Override
    public Instant now() {
      return Instant.EPOCH;
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
      return timers.schedule(delay, task);
    }
  }

  /** Writes at once but returns only after a delay, ignoring interrupts. */
  private record SlowLease(FakeLease lease, ManualTimers timers, Duration delay)
      implements LeaseLock {
    @Override
    public Optional<Lease> read() throws InterruptedException {
      return lease.read();
    }

    @Override
    public Lease write(Lease next) throws InterruptedException {
      Lease written = lease.write(next);
      timers.advance(delay);
      return written;
    }

    @Override
    public String name() {
      return lease.name();
    }
  }
}
