/**
 * The parts that workload controllers share: informers, clients and events, owned objects, and
 * pods. Internal.
 *
 * <p>Start at {@link ControllerContext}.
 */
@NullMarked
package io.listwatch.workloads.control;

import org.jspecify.annotations.NullMarked;
