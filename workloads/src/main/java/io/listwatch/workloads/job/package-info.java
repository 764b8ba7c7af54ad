/**
 * Runs Jobs: creates their pods, counts the finished ones and decides when a Job is complete or has
 * failed. Internal.
 *
 * <p>Start at {@link JobController}. The rules are pure functions: {@link JobProgress} says what
 * the pods have done, {@link JobVerdict} whether the Job is over, {@link PodPlan} which pods to
 * create and delete, {@link PodTracking} what the status says.
 */
@NullMarked
package io.listwatch.workloads.job;

import org.jspecify.annotations.NullMarked;
