/**
 * The configuration of a client: the API server's address, credentials and settings.
 *
 * <p>Start at {@link ClientConfig}, which a program builds itself, reads from a {@link Kubeconfig},
 * or finds {@linkplain InCluster in the cluster} it runs in.
 */
@NullMarked
package io.listwatch.client.config;

import org.jspecify.annotations.NullMarked;
