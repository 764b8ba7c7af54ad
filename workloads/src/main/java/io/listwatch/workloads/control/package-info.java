/**
 * What every workload controller is made of: its informers, clients and events, the objects that it
 * owns, and its pods. Internal.
 *
 * <p>Start at {@link ControllerContext}.
 */
@NullMarked
package io.listwatch.workloads.control;

import org.jspecify.annotations.NullMarked;
