/**
 * Where an API server is, and who asks it.
 *
 * <p>Start at {@link ClientConfig}, which a program writes itself, reads from a {@link Kubeconfig},
 * or finds {@linkplain InCluster in the cluster} it runs in.
 */
@NullMarked
package io.listwatch.client.config;

import org.jspecify.annotations.NullMarked;
