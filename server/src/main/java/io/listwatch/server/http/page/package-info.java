/**
 * Pages that are not about a resource: discovery, OpenAPI, health, measurements, the version.
 *
 * <p>Start at {@link OtherPaths}, which has them all.
 *
 * <p>Internal but for {@link MetricsPage}.
 */
@NullMarked
package io.listwatch.server.http.page;

import org.jspecify.annotations.NullMarked;
