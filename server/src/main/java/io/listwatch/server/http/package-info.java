/**
 * The API over HTTP/1.1, HTTP/2 and WebSocket: one handler for each verb, streams for lists and
 * watches, and one class in which failures become responses.
 *
 * <p>Start at {@link ApiHttpServer}, which is started and closed, and {@link ApiService}, where
 * each request comes in. The HTTP library is seen in this package only.
 */
@NullMarked
package io.listwatch.server.http;

import org.jspecify.annotations.NullMarked;
