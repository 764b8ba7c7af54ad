/**
 * What clients that others wrote see of the server, over real sockets.
 *
 * <p>Start at {@link io.listwatch.testing.clients.Fabric8} and {@link
 * io.listwatch.testing.clients.Official}, which make the clients. The package is not
 * {@code @NullMarked}: in the eyes of the official client's classes everything may be null.
 */
package io.listwatch.testing.clients;
