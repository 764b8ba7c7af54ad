/**
 * What may come between clients and the handlers of their requests, where tests want bad weather.
 *
 * <p>Start at {@link Interference}, which is what whoever makes the weather implements; {@link
 * InterferedHandler} asks it about each request, and {@link InterferencePage} is where it is
 * commanded. A server that was given none has nothing of this on any path.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.http.interference;

import org.jspecify.annotations.NullMarked;
