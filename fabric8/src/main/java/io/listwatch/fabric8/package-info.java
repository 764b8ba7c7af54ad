/**
 * The informers of the fabric8 Kubernetes client, on Listwatch's reflector and store.
 *
 * <p>Start at {@link ListwatchInformers}. Requests go through the fabric8 client's own HTTP client,
 * so its credentials, proxies and interceptors apply.
 */
@NullMarked
package io.listwatch.fabric8;

import org.jspecify.annotations.NullMarked;
