/**
 * HTTP requests to an API server: a request is sent, its response is read piece by piece, and
 * failures become {@link io.listwatch.model.ApiException}s.
 *
 * <p>Start at {@link HttpTransport}. The JDK's HTTP client is used in this package only.
 *
 * <p>Internal but for {@link ApiRequest} and {@link ApiResponse}.
 */
@NullMarked
package io.listwatch.client.http;

import org.jspecify.annotations.NullMarked;
