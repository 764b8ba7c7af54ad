/**
 * Talks to any Kubernetes API server.
 *
 * <p>Start at {@link ApiClient}, which is one server as one user sees it. {@link HttpListerWatcher}
 * is what informers read.
 */
@NullMarked
package io.listwatch.client;

import org.jspecify.annotations.NullMarked;
