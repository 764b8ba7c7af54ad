/**
 * Runs DaemonSets: one pod on each eligible node. Internal.
 *
 * <p>Start at {@link DaemonSetController}. The rules are pure functions: {@link NodePods} says
 * which pods a single node needs, {@link DaemonRollout} which ones a rolling update may replace,
 * {@link DaemonCounts} what the status says.
 */
@NullMarked
package io.listwatch.workloads.daemonset;

import org.jspecify.annotations.NullMarked;
