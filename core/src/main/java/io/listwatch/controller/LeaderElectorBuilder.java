package io.listwatch.controller;

import io.listwatch.metrics.Metrics;
import io.listwatch.time.Timers;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Builds a {@link LeaderElector}. Every setting has a default. */
public final class LeaderElectorBuilder {
  final LeaseLock lock;
  final String identity;
  final LeaderListener listener;
  LeaderPolicy policy = LeaderPolicy.DEFAULT;
  Timers timers = Timers.system();
  RandomGenerator random = new SplittableRandom();
  Metrics metrics = Metrics.none();
  boolean stableIdentity;

  LeaderElectorBuilder(LeaseLock lock, String identity, LeaderListener listener) {
    if (identity.isEmpty()) {
      throw new IllegalArgumentException("identity: empty (expected: unique among the candidates)");
    }
    this.lock = lock;
    this.identity = identity;
    this.listener = listener;
  }

  public LeaderElectorBuilder policy(LeaderPolicy newPolicy) {
    policy = newPolicy;
    return this;
  }

  public LeaderElectorBuilder timers(Timers newTimers) {
    timers = newTimers;
    return this;
  }

  public LeaderElectorBuilder random(RandomGenerator newRandom) {
    random = newRandom;
    return this;
  }

  public LeaderElectorBuilder metrics(Metrics newMetrics) {
    metrics = newMetrics;
    return this;
  }

  /**
   * Declares that the identity stays with this candidate when its process is started again, and
   * belongs to no other. A candidate that finds its identity in the lease takes over at once from
   * its earlier process, instead of waiting until the lease expires. The default is false, for
   * identities that are new in each process.
   */
  public LeaderElectorBuilder stableIdentity(boolean newStableIdentity) {
    stableIdentity = newStableIdentity;
    return this;
  }

  public LeaderElector build() {
    return new LeaderElector(this);
  }
}
