/**
 * Connects to the kubelets of nodes, for the logs of containers.
 *
 * <p>Start at {@link KubeletClient}; {@link KubeletNetworks} limits which nodes it connects to.
 *
 * <p>Internal but for {@link KubeletNetworks}.
 */
@NullMarked
package io.listwatch.server.kubelet;

import org.jspecify.annotations.NullMarked;
