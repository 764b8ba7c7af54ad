/**
 * The storage engines, each beside the least that its database could do.
 *
 * <p>Start at {@link io.listwatch.bench.storage.StorageBenchmark}.
 */
@NullMarked
package io.listwatch.bench.storage;

import org.jspecify.annotations.NullMarked;
