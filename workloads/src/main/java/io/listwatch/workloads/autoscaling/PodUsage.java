package io.listwatch.workloads.autoscaling;

import java.time.Duration;
import java.time.Instant;

/**
 * A pod's usage of one resource.
 *
 * @param milli the average over the window, in thousandths
 * @param measured the end of the window
 */
record PodUsage(long milli, Instant measured, Duration window) {}
