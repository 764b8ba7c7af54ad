/**
 * One request and its answer: what was sent is read within limits, and what is answered is written,
 * whole, piece by piece, or as a failure.
 *
 * <p>Start at {@link Exchange}, which every handler is given; then {@link RequestBody}, {@link
 * Answer}, and {@link Failures}, where exceptions become responses. Nothing here knows what is
 * served.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.http.exchange;

import org.jspecify.annotations.NullMarked;
