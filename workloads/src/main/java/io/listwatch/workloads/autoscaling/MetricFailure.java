package io.listwatch.workloads.autoscaling;

/** A metric from which no number of replicas can be computed. */
final class MetricFailure extends Exception {
  private static final long serialVersionUID = 1;

  MetricFailure(String message) {
    super(message);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
