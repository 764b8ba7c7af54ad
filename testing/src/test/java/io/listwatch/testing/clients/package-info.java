/**
 * Tests of the server with third-party clients, over real sockets.
 *
 * <p>Start at {@link io.listwatch.testing.clients.Fabric8} and {@link
 * io.listwatch.testing.clients.Official}, which create the clients. The package is not
 * {@code @NullMarked}, because the official client's classes may return null from every method.
 */
package io.listwatch.testing.clients;
