/**
 * Runs CronJobs: creates a Job at each time of the schedule. Internal.
 *
 * <p>Start at {@link CronJobController}. The rules are pure functions: {@link CronSchedule} says
 * when, {@link CronDecision} whether to start a Job now.
 */
@NullMarked
package io.listwatch.workloads.cronjob;

import org.jspecify.annotations.NullMarked;
