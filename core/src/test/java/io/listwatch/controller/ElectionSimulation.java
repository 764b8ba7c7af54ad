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
 * Several candidates, one lease and one clock, on one thread, so that a seed tells the whole story.
 *
 * <p>Each candidate is a row of steps with waits between them. While chaos reigns, a call of the
 * lease may fail, may succeed and be answered by a failure, and may take long, before or after it
 * did what it does: meanwhile time passes and the others go on, in the middle of the first one's
 * step. Candidates are closed, and come back; some crash, and others come in their place.
 */
final class ElectionSimulation {
  static final LeaderPolicy POLICY = LeaderPolicy.DEFAULT;

  private final Random random;
  private final ManualTimers timers = new ManualTimers();
  private final FakeLease lease = new FakeLease();
  private final List<Member> members = new ArrayList<>();

  /** The tokens of all terms, in the order in which they began. */
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

  /** From now on nothing fails, and everybody is back who was away. */
  void calm() {
    chaos = false;
    for (Member member : members) {
      if (member.crashed || member.closed) {
        // Its end was to come; whoever takes its place is one who was away, too.
        member.end();
      }
      member.wakesAt = Math.min(member.wakesAt, now() + POLICY.retryPeriod().toNanos());
    }
  }

  /** The terms that last now. */
  List<Leadership> leading() {
    return members.stream().flatMap(member -> member.candidate.leading().stream()).toList();
  }

  /** Lets everybody go on who is not in the middle of something. */
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
    // Calls that take too long are interrupted. These do not mind, which is the harder case; and
    // all candidates are one thread here, so that the flag would hit the wrong one.
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

  /** A program that is a candidate; after its end, the program that takes its place. */
  private final class Member implements LeaderListener {
    private String identity = "";
    private Candidate candidate = candidate();

    /** Those of the program that runs now, which may act on any of them. */
    private final List<Leadership> terms = new ArrayList<>();

    private long wakesAt = now();
    private boolean busy;
    private boolean closed;
    private boolean crashed;

    private Candidate candidate() {
      // Some come back under their old name.
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

    /** Nothing of it acts any more, though what it has sent may still arrive. */
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

  /** The lease, reached by one candidate over a bad line. */
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
