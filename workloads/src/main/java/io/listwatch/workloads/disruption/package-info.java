/**
 * Writes the status of PodDisruptionBudgets, which determines the evictions that the server allows.
 * Internal.
 *
 * <p>Start at {@link DisruptionController}. The rules are pure functions in {@link
 * DisruptionCounts} and {@link DisruptedPods}.
 */
@NullMarked
package io.listwatch.workloads.disruption;

import org.jspecify.annotations.NullMarked;
