/**
 * Authorization of nodes: a kubelet may read only the objects that its pods refer to.
 *
 * <p>Start at {@link NodeAuthorizer}, which reads a {@link NodeGraph}. {@link NodeFeed} keeps the
 * graph in step with storage.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.auth.node;

import org.jspecify.annotations.NullMarked;
