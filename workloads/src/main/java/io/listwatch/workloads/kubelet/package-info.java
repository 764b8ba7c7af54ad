/**
 * The kubelet endpoint of the simulated nodes, which {@code kubectl logs} reaches. Internal.
 *
 * <p>Start at {@link KubeletStub}; the rule is {@link PodLog}.
 */
@NullMarked
package io.listwatch.workloads.kubelet;

import org.jspecify.annotations.NullMarked;
