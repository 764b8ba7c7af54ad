package io.listwatch.workloads.job;

/** A pod's {@code status.phase}, in the order in which surplus pods are deleted. */
enum PodPhase {
  PENDING,
  UNKNOWN,
  RUNNING,
  SUCCEEDED,
  FAILED;

  boolean terminal() {
    return this == SUCCEEDED || this == FAILED;
  }
}
