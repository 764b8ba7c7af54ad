/**
 * Parses requests: only this package converts paths, query parameters and {@code Accept} headers to
 * values.
 *
 * <p>Start at {@link RequestTarget} for paths, {@link ListQuery} for lists and watches, {@link
 * Representation} for content negotiation. Nothing here depends on HTTP classes.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.http.request;

import org.jspecify.annotations.NullMarked;
