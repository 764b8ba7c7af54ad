/**
 * Deletes pods that nobody else would delete. Internal.
 *
 * <p>Start at {@link PodCollector}.
 */
@NullMarked
package io.listwatch.workloads.podgc;

import org.jspecify.annotations.NullMarked;
