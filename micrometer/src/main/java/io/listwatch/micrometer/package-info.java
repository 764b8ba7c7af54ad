/**
 * Exports Listwatch's metrics through a Micrometer registry, for example to Prometheus.
 *
 * <p>Start at {@link MicrometerMetrics}, the only public type.
 */
@NullMarked
package io.listwatch.micrometer;

import org.jspecify.annotations.NullMarked;
