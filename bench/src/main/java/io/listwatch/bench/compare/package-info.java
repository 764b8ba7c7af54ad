/**
 * Compares our informers with those of other Java clients, each in its own process against the same
 * server, and measures the cost of watch rotation.
 *
 * <p>Start at {@link io.listwatch.bench.compare.InformersBenchmark}.
 */
@NullMarked
package io.listwatch.bench.compare;

import org.jspecify.annotations.NullMarked;
