/**
 * Talks to any Kubernetes API server.
 *
 * <p>Start at {@link ApiClient}, which is one server as one user sees it. {@link ResourceClient} is
 * one type of its objects, {@link HttpListerWatcher} what informers read.
 */
@NullMarked
package io.listwatch.client;

import org.jspecify.annotations.NullMarked;
