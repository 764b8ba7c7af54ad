/**
 * The API over HTTP/1.1, HTTP/2 and WebSocket: listens, and lets in who may come.
 *
 * <p>Start at {@link ApiHttpServer}, which is started and closed, and {@link ApiService}, where
 * each request comes in. What is answered is made further down: {@code handler} and {@code watch}
 * for resources, {@code page} for the rest; both are given an {@code exchange}. The HTTP library is
 * seen in these packages only.
 *
 * <p>Internal but for {@link AddressInUseException}, {@link AuditLog} and {@link
 * HttpServerSettings}.
 */
@NullMarked
package io.listwatch.server.http;

import org.jspecify.annotations.NullMarked;
