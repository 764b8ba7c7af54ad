package io.listwatch.controller;

import io.listwatch.model.UnavailableException;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Several candidates, one lease and one clock, on one thread, so that a seed determines the whole
 * run.
 *
 * <p>Each candidate is a series of steps with waits between them. During the chaos phase, a call to
 * the lease may fail, may succeed and return a failure, or may take long, before or after its
 * effect. Meanwhile time passes and the other candidates make steps, in the middle of the first
 * one's step. Candidates are closed and started again; some crash and are replaced.
 */
final class ElectionSimulation {
  static final LeaderPolicy POLICY = LeaderPolicy.DEFAULT;

  private final Random random;
  private final ManualTimers timers = new ManualTimers();
  private final FakeLease lease = new FakeLease();
  private final List<Member> members = new ArrayList<>();

  /** Tokens of all terms, in the order in which they began. */
  private final List<Long> tokens = new ArrayList<>();

  private boolean chaos = true;
  private int names;

  ElectionSimulation(long seed, int candidates) {
    random = new Random(seed);
    for (int i = 0; i < candidates; i++) {
      members.add(new Member());
    }
  }

  List<Long> tokens() {
    return tokens;
  }

  /**
   * Ends the chaos: from now on nothing fails, and all closed or crashed candidates are started
   * again.
   */
  void calm() {
    chaos = false;
    for (Member member : members) {
      if (member.crashed || member.closed) {
        // A crashed or closed member has yet to end; its replacement starts now.
        member.end();
      }
      member.wakesAt = Math.min(member.wakesAt, now() + POLICY.retryPeriod().toNanos());
    }
  }

  /** Returns the terms that currently last. */
  List<Leadership> leading() {
    return members.stream().flatMap(member -> member.candidate.leading().stream()).toList();
  }

  /**
   * Runs the steps that are due within {@code time}, except those of candidates that are in the
   * middle of a step.
   */
  void run(Duration time) {
    long end = now() + time.toNanos();
    for (Member next = next(); next != null && next.wakesAt <= end; next = next()) {
      advanceTo(next.wakesAt);
      next.goOn();
      checkThatNoTwoLead();
      disturb();
    }
    advanceTo(end);
    checkThatNoTwoLead();
  }

  private @Nullable Member next() {
    return members.stream()
        .filter(member -> !member.busy)
        .min(Comparator.comparingLong(member -> member.wakesAt))
        .orElse(null);
  }

  private long now() {
    return timers.nanoTime();
  }

  private void advanceTo(long time) {
    timers.advance(Duration.ofNanos(Math.max(0, time - now())));
    // Drops the interrupt of a call that takes too long: a call that ignores it is the harder case.
    // Also, all candidates share one thread here, so the flag would interrupt another candidate.
    boolean unused = Thread.interrupted();
  }

  private void checkThatNoTwoLead() {
    List<Leadership> all =
        members.stream()
            .flatMap(member -> member.terms.stream())
            .filter(Leadership::holds)
            .toList();
    if (all.size() > 1) {
      throw new AssertionError("terms that hold at " + timers.now() + ": " + all);
    }
  }

  private void disturb() {
    if (chance(2)) {
      members.get(random.nextInt(members.size())).close();
    }
    if (chance(2)) {
      members.get(random.nextInt(members.size())).crash();
    }
  }

  private boolean chance(int percent) {
    return chaos && random.nextInt(100) < percent;
  }

  private Duration upTo(Duration longest) {
    return Duration.ofNanos((long) (random.nextDouble() * (double) longest.toNanos()));
  }

  /** A process with a candidate; after its end, the process that replaces it. */
  private final class Member implements LeaderListener {
    private String identity = "";
    private Candidate candidate = candidate();

    /** Terms of the current process, which may act on any of them. */
    private final List<Leadership> terms = new ArrayList<>();

    private long wakesAt = now();
    private boolean busy;
    private boolean closed;
    private boolean crashed;

    private Candidate candidate() {
      // Some processes restart with their old identity.
      if (identity.isEmpty() || random.nextBoolean()) {
        identity = "candidate-" + names++;
      }
      return new Candidate(
          LeaderElector.builder(new ChaoticLease(this), identity, this)
              .timers(timers)
              .random(random)
              .policy(POLICY),
          this);
    }

    private void goOn() {
      busy = true;
      try {
        Duration wait = closed ? Duration.ZERO : candidate.step();
        Duration pause = chance(5) ? upTo(POLICY.leaseDuration().multipliedBy(2)) : Duration.ZERO;
        wakesAt = now() + wait.plus(pause).toNanos();
      } catch (InterruptedException end) {
        closed = true;
      }
      if (crashed || closed) {
        end();
      }
      busy = false;
    }

    private void end() {
      if (!crashed) {
        candidate.stop().filter(term -> random.nextBoolean()).ifPresent(this::release);
      }
      terms.clear();
      candidate = candidate();
      closed = false;
      crashed = false;
      wakesAt = now() + upTo(POLICY.leaseDuration()).toNanos();
    }

    private void release(Leadership term) {
      try {
        candidate.release(term);
      } catch (InterruptedException end) {
        throw new AssertionError(end);
      }
    }

    private void close() {
      candidate.close();
      closed = true;
      wakesAt = now();
    }

    /** The process does nothing more, though requests that it has sent may still arrive. */
    private void crash() {
      crashed = true;
      terms.clear();
      wakesAt = now();
    }

    @Override
    public void onStartedLeading(Leadership leadership) {
      if (!crashed) {
        terms.add(leadership);
        tokens.add(leadership.token());
      }
    }

    @Override
    public void onStoppedLeading() {
      if (terms.stream().anyMatch(Leadership::holds)) {
        throw new AssertionError("a term holds after its end");
      }
    }
  }

  /** The lease as one candidate reaches it over an unreliable network. */
  private final class ChaoticLease implements LeaseLock {
    private final Member caller;

    private ChaoticLease(Member caller) {
      this.caller = caller;
    }

    @Override
    public Optional<Lease> read() throws InterruptedException {
      travel();
      Optional<Lease> answer = lease.read();
      travel();
      return answer;
    }

    @Override
    public Lease write(Lease next) throws InterruptedException {
      travel();
      Lease answer = lease.write(next);
      travel();
      return answer;
    }

    private void travel() {
      if (caller.busy && chance(10)) {
        run(upTo(chance(50) ? POLICY.retryPeriod() : POLICY.leaseDuration().multipliedBy(2)));
      }
      if (chance(15)) {
        throw new UnavailableException("the line is bad");
      }
    }

    @Override
    public String name() {
      return "lease";
    }
  }
}
