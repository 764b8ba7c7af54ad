/**
 * Runs StatefulSets: pods with stable names and volume claims, which start and stop in order.
 * Internal.
 *
 * <p>Start at {@link StatefulSetController}. The rules are pure functions: {@link StatefulSetPlan}
 * says which pods to create and delete, {@link ReplicaCounts} what the status says, {@link
 * ClaimRetention} who owns the claims of a pod.
 */
@NullMarked
package io.listwatch.workloads.statefulset;

import org.jspecify.annotations.NullMarked;
