/**
 * One exchange with an API server: a request goes out, an answer comes in piece by piece, and what
 * fails becomes an {@link io.listwatch.model.ApiException}.
 *
 * <p>Start at {@link HttpTransport}. The JDK's HTTP client is seen in this package only.
 *
 * <p>Internal but for {@link ApiRequest} and {@link ApiResponse}.
 */
@NullMarked
package io.listwatch.client.http;

import org.jspecify.annotations.NullMarked;
