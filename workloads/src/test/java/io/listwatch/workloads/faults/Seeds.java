package io.listwatch.workloads.faults;

import io.listwatch.seeds.TestSeeds;
import java.util.List;
import java.util.Random;

/**
 * Runs a test with several seeds, each on a cluster of its own: the same seeds in every run.
 *
 * <p>{@code -Dlistwatch.workloads.faults.runs=100} tries more of them, and {@code
 * -Dlistwatch.workloads.faults.seed=7} repeats one that failed, as far as threads allow.
 */
final class Seeds {
  private static final int RUNS = Integer.getInteger("listwatch.workloads.faults.runs", 2);

  private Seeds() {}

  static void forEach(Class<?> test, Scenario scenario) throws InterruptedException {
    forEach(test, RandomFaults.WORKLOADS, scenario);
  }

  /** Like {@link #forEach(Class, Scenario)}, with faults of some resources besides pods. */
  static void forEach(Class<?> test, List<String> resources, Scenario scenario)
      throws InterruptedException {
    Long given = Long.getLong("listwatch.workloads.faults.seed");
    for (int run = 0; run < (given == null ? RUNS : 1); run++) {
      long seed = given == null ? TestSeeds.of(test) + run : given;
      try (var cluster = new FaultyCluster(new Random(seed), resources)) {
        run(seed, cluster, scenario);
      }
    }
  }

  private static void run(long seed, FaultyCluster cluster, Scenario scenario) {
    try {
      scenario.play(cluster);
    } catch (Throwable failure) {
      throw new AssertionError(
          "with -Dlistwatch.workloads.faults.seed=%d, after\n%s".formatted(seed, cluster.faults()),
          failure);
    }
  }

  /** Acts on a cluster and asserts the outcome. */
  interface Scenario {
    void play(FaultyCluster cluster) throws Exception;
  }
}
