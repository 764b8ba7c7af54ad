/**
 * The metrics of all other packages, through an interface small enough to bind to any metrics
 * library.
 *
 * <p>Start at {@link Metrics}. The names in use are in docs/metrics.md.
 */
@NullMarked
package io.listwatch.metrics;

import org.jspecify.annotations.NullMarked;
