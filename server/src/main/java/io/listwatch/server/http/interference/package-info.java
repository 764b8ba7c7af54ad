/**
 * Fault injection between clients and handlers, for tests.
 *
 * <p>Start at {@link Interference}, which the {@code faults} module implements. {@link
 * InterferedHandler} calls it for each request, and {@link InterferencePage} receives its commands.
 * A server without one has none of this code on any request path.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.http.interference;

import org.jspecify.annotations.NullMarked;
