/**
 * Simulated nodes, and the life of the pods on them. Internal.
 *
 * <p>Start at {@link NodeController} and {@link PodController}; {@link PodLife} decides what a pod
 * does next, by the {@link PodBehavior} that a test or an annotation requests.
 */
@NullMarked
package io.listwatch.workloads.node;

import org.jspecify.annotations.NullMarked;
