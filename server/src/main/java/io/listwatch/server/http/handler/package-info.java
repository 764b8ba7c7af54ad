/**
 * What is done when a request is about a resource: one handler for each verb.
 *
 * <p>Start at {@link ResourceRoutes}, which finds the {@link VerbHandler} of a request; {@link
 * VerbHandlers} has them all. The one for watches has a room of its own.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.http.handler;

import org.jspecify.annotations.NullMarked;
