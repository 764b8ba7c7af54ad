/**
 * Simulated nodes, and the life of the pods on them. Internal.
 *
 * <p>Start at {@link NodeController} and {@link PodController}; the rule is {@link PodLife}, and
 * {@link PodBehavior} what a test or an annotation asks of a pod.
 */
@NullMarked
package io.listwatch.workloads.node;

import org.jspecify.annotations.NullMarked;
