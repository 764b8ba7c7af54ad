/**
 * Handles requests for resources: one handler for each verb.
 *
 * <p>Start at {@link ResourceRoutes}, which finds the {@link VerbHandler} of a request; {@link
 * VerbHandlers} has them all. Watches are handled in the package {@code watch}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.http.handler;

import org.jspecify.annotations.NullMarked;
