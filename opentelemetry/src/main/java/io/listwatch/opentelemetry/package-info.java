/**
 * Traces of the client's requests and of reconciliations, through OpenTelemetry's API.
 *
 * <p>Start at {@link io.listwatch.opentelemetry.Tracing}.
 */
@NullMarked
package io.listwatch.opentelemetry;

import org.jspecify.annotations.NullMarked;
