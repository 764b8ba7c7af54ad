package io.listwatch.objects.kinds.validation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Warns about Jobs and CronJobs. */
final class JobWarnings {
  /** The number of completions of an indexed job above which its parallelism matters. */
  private static final int MANY_COMPLETIONS = 100_000;

  private static final int MANY_AT_ONCE = 10_000;

  private JobWarnings() {}

  /**
   * Returns the warnings about the job spec at a path. An update repeats them if it changes the
   * generation.
   */
  static WarningRules at(String first, String... more) {
    return (next, old, warnings) -> {
      if (WorkloadWarnings.isNewGeneration(next, old)) {
        warnings.addAll(ofJob(next.at(first, more)));
      }
    };
  }

  private static List<String> ofJob(Field spec) {
    var warnings = new ArrayList<String>();
    boolean many =
        spec.at("completions").number() > MANY_COMPLETIONS
            && spec.at("parallelism").number() > MANY_AT_ONCE;
    if (many && spec.at("completionMode").is("Indexed")) {
      warnings.add(
          spec.path()
              + ": In Indexed Jobs with a number of completions higher than 10^5 and a parallelism"
              + " higher than 10^4, Kubernetes might not be able to track completedIndexes when a"
              + " big number of indexes fail");
    }
    warnings.addAll(PodWarnings.ofTemplate(spec.at("template")));
    return warnings;
  }

  /** Warns about {@code TZ} in the schedule of an updated CronJob; in a new one it is an error. */
  static void schedule(Field next, @Nullable Field old, List<String> warnings) {
    if (old != null && next.at("spec", "schedule").text().contains("TZ")) {
      warnings.add(
          "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see"
              + " https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more"
              + " details");
    }
  }
}
