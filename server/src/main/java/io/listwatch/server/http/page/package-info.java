/**
 * Serves non-resource paths: discovery, OpenAPI, health, metrics and the version.
 *
 * <p>Start at {@link NonResourcePaths}, which routes to all of them. Another module adds pages by
 * {@link WebPages}.
 *
 * <p>Internal but for {@link MetricsPage}.
 */
@NullMarked
package io.listwatch.server.http.page;

import org.jspecify.annotations.NullMarked;
