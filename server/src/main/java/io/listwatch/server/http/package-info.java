/**
 * The API over HTTP/1.1, HTTP/2 and WebSocket: listening, authentication, authorization and limits.
 *
 * <p>Start at {@link ApiHttpServer}, the server, and {@link ApiService}, the entry point of each
 * request. Responses are made in the subpackages: {@code handler} and {@code watch} for resources,
 * {@code page} for other paths; both get an {@code exchange}. Only these packages use Armeria.
 *
 * <p>Internal but for {@link AddressInUseException}, {@link AuditLog} and {@link
 * HttpServerSettings}.
 */
@NullMarked
package io.listwatch.server.http;

import org.jspecify.annotations.NullMarked;
