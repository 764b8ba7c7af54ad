/**
 * Benchmarks of the storage engines, each compared with the minimum that its database allows.
 *
 * <p>Start at {@link io.listwatch.bench.storage.StorageBenchmark}.
 */
@NullMarked
package io.listwatch.bench.storage;

import org.jspecify.annotations.NullMarked;
