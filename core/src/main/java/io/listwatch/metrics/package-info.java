/**
 * What the machinery reports about itself, through an interface small enough to bind to anything.
 *
 * <p>Start at {@link Metrics}. The names in use are in docs/metrics.md.
 */
@NullMarked
package io.listwatch.metrics;

import org.jspecify.annotations.NullMarked;
