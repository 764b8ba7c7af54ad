/**
 * Writes the EndpointSlices and Endpoints of Services that have a selector. Internal.
 *
 * <p>Start at {@link EndpointSliceController}. The rules are pure functions: {@link EndpointGroups}
 * says which pods are endpoints on which ports, {@link SlicePlan} which slice holds which endpoint.
 */
@NullMarked
package io.listwatch.workloads.endpoints;

import org.jspecify.annotations.NullMarked;
