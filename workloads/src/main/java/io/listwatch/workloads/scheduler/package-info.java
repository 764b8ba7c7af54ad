/**
 * A scheduler without preemption: binds each pod to the node that fits it best. Internal.
 *
 * <p>Start at {@link SchedulerController}; the rules are {@link NodeFilter} and {@link NodeScore}.
 */
@NullMarked
package io.listwatch.workloads.scheduler;

import org.jspecify.annotations.NullMarked;
