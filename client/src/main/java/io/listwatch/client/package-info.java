/**
 * A client of any Kubernetes API server.
 *
 * <p>Start at {@link ApiClient}, which is one server as one user. {@link ResourceClient} reads and
 * writes the objects of one type, {@link HttpListerWatcher} feeds informers.
 */
@NullMarked
package io.listwatch.client;

import org.jspecify.annotations.NullMarked;
