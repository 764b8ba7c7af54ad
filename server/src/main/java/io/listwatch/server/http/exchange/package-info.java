/**
 * One request and its response: reads request bodies within limits, and writes responses as a
 * whole, in pieces, or as a failure.
 *
 * <p>Start at {@link Exchange}, which every handler gets; then {@link RequestBody}, {@link
 * Responses}, and {@link Failures}, which converts exceptions to responses. Nothing here depends on
 * the served resources.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.http.exchange;

import org.jspecify.annotations.NullMarked;
