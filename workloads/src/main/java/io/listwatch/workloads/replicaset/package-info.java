/**
 * The controllers of ReplicaSets and ReplicationControllers, which keep a number of pods. Internal.
 *
 * <p>Start at {@link ReplicaSetController}; the rules are {@link ReplicaStatus} and {@link
 * DeletionOrder}.
 */
@NullMarked
package io.listwatch.workloads.replicaset;

import org.jspecify.annotations.NullMarked;
