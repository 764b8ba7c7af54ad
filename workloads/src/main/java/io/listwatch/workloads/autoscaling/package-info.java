/**
 * The HorizontalPodAutoscaler controller, on the metrics API {@code metrics.k8s.io}. Internal.
 *
 * <p>Start at {@link AutoscalerController}. The rules are pure functions: {@link ReplicaProposal}
 * says how many replicas a metric asks for, {@link ScalingRules} how fast to get there.
 */
@NullMarked
package io.listwatch.workloads.autoscaling;

import org.jspecify.annotations.NullMarked;
