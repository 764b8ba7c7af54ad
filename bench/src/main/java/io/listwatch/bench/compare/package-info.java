/**
 * Informers of this client beside those of the clients that Java programs use today, each in a
 * process of its own against the same server; and what the rotation of watches costs.
 *
 * <p>Start at {@link io.listwatch.bench.compare.InformersBenchmark}.
 */
@NullMarked
package io.listwatch.bench.compare;

import org.jspecify.annotations.NullMarked;
