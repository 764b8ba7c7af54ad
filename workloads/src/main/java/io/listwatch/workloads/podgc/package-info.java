/**
 * Deletes pods that no other controller and no kubelet would delete. Internal.
 *
 * <p>Start at {@link PodCollector}.
 */
@NullMarked
package io.listwatch.workloads.podgc;

import org.jspecify.annotations.NullMarked;
