/**
 * The machinery's measurements in a Micrometer registry, and from there in Prometheus or wherever
 * the registry reports.
 *
 * <p>Start at {@link MicrometerMetrics}; it is all there is.
 */
@NullMarked
package io.listwatch.micrometer;

import org.jspecify.annotations.NullMarked;
