package io.listwatch.workloads.autoscaling;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The number of replicas that a metric asks for, computed from the pods' usage.
 *
 * @param utilization the usage as a percentage of the requests; null if the target is a value
 * @param average the usage of a pod, in thousandths
 */
record ReplicaProposal(int replicas, @Nullable Integer utilization, long average) {
  private static final int PERCENT = 100;

  /** The distance of the usage from its target that causes no scaling, as shares of the target. */
  record Tolerance(double down, double up) {
    static final Tolerance DEFAULT = new Tolerance(0.1, 0.1);

    private boolean covers(double ratio) {
      return 1 - down <= ratio && ratio <= 1 + up;
    }
  }

  /** The usage of some pods, compared with a target. */
  private interface Comparison {
    /** Returns the quotient of usage and target. */
    Ratio of(Map<String, PodUsage> usage) throws MetricFailure;

    /** Returns the usage of a pod at which the target would not be scaled. */
    long neutral(String pod);
  }

  private record Ratio(double value, @Nullable Integer utilization, long average) {}

  /**
   * Proposes replicas for a target in percent of the pods' requests.
   *
   * @param requests by pod, in thousandths
   */
  static ReplicaProposal forUtilization(
      int current, int target, PodGroups pods, Map<String, Long> requests, Tolerance tolerance)
      throws MetricFailure {
    return propose(current, pods, tolerance, new Utilization(target, requests));
  }

  /** Proposes replicas for a target average usage of a pod, in thousandths. */
  static ReplicaProposal forAverage(int current, long target, PodGroups pods, Tolerance tolerance)
      throws MetricFailure {
    return propose(current, pods, tolerance, new Average(target));
  }

  private static ReplicaProposal propose(
      int current, PodGroups pods, Tolerance tolerance, Comparison comparison)
      throws MetricFailure {
    if (pods.usage().isEmpty()) {
      throw new MetricFailure("did not receive metrics for targeted pods (pods might be unready)");
    }
    Ratio ratio = comparison.of(pods.usage());
    boolean up = ratio.value() > 1;
    boolean growing = up && !pods.unready().isEmpty();
    if (!growing && pods.missing().isEmpty()) {
      int replicas =
          tolerance.covers(ratio.value()) ? current : ceiling(ratio.value() * pods.ready());
      return new ReplicaProposal(replicas, ratio.utilization(), ratio.average());
    }
    var assumed = new HashMap<>(pods.usage());
    if (ratio.value() != 1) {
      pods.missing().forEach(pod -> assumed.put(pod, usage(up ? 0 : comparison.neutral(pod))));
    }
    if (growing) {
      pods.unready().forEach(pod -> assumed.put(pod, usage(0)));
    }
    double careful = comparison.of(assumed).value();
    int replicas = ceiling(careful * assumed.size());
    boolean turned = up ? careful < 1 : ratio.value() < 1 && careful > 1;
    boolean backwards = (careful < 1 && replicas > current) || (careful > 1 && replicas < current);
    int proposed = tolerance.covers(careful) || turned || backwards ? current : replicas;
    return new ReplicaProposal(proposed, ratio.utilization(), ratio.average());
  }

  private static PodUsage usage(long milli) {
    return new PodUsage(milli, java.time.Instant.EPOCH, java.time.Duration.ZERO);
  }

  private static int ceiling(double replicas) {
    return (int) Math.min(Integer.MAX_VALUE, Math.ceil(replicas));
  }

  private record Utilization(int target, Map<String, Long> requests) implements Comparison {
    @Override
    public Ratio of(Map<String, PodUsage> usage) throws MetricFailure {
      long used = 0;
      long requested = 0;
      int pods = 0;
      for (Map.Entry<String, PodUsage> each : usage.entrySet()) {
        Long request = requests.get(each.getKey());
        if (request != null) {
          used += each.getValue().milli();
          requested += request;
          pods++;
        }
      }
      if (requested == 0) {
        throw new MetricFailure("no metrics returned matched known pods");
      }
      int percent = (int) (used * PERCENT / requested);
      return new Ratio((double) percent / target, percent, used / pods);
    }

    @Override
    public long neutral(String pod) {
      return requests.getOrDefault(pod, 0L) * Math.max(PERCENT, target) / PERCENT;
    }
  }

  private record Average(long target) implements Comparison {
    @Override
    public Ratio of(Map<String, PodUsage> usage) {
      long used = usage.values().stream().mapToLong(PodUsage::milli).sum();
      long average = used / usage.size();
      return new Ratio((double) average / target, null, average);
    }

    @Override
    public long neutral(String pod) {
      return target;
    }
  }
}
