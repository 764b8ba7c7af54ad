/**
 * What clients that others wrote see of the server, over real sockets.
 *
 * <p>Start at {@link io.listwatch.testing.clients.Fabric8} and {@link
 * io.listwatch.testing.clients.Official}, which make the clients.
 */
@NullMarked
package io.listwatch.testing.clients;

import org.jspecify.annotations.NullMarked;
