/**
 * Finds nodes that have stopped, taints nodes by their conditions, and evicts pods that do not
 * tolerate a taint. Internal.
 *
 * <p>Start at {@link NodeLifecycleController} and {@link TaintEvictionController}; the rules are
 * {@link NodeTaints} and {@link EvictionTime}.
 */
@NullMarked
package io.listwatch.workloads.nodelifecycle;

import org.jspecify.annotations.NullMarked;
