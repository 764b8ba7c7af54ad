/**
 * The informers of the official Kubernetes client for Java, on Listwatch's reflector and store.
 *
 * <p>Start at {@link ListwatchInformerFactory}. Requests go through the official client's own HTTP
 * client, with its credentials, proxies and interceptors.
 */
@NullMarked
package io.listwatch.official;

import org.jspecify.annotations.NullMarked;
