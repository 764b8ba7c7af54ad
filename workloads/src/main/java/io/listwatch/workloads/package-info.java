/**
 * The workload controllers of Kubernetes, simulated nodes and a scheduler, as clients of any API
 * server.
 *
 * <p>Start at {@link Workloads}.
 */
@NullMarked
package io.listwatch.workloads;

import org.jspecify.annotations.NullMarked;
