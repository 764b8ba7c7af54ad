/**
 * The server under load, each figure beside a floor on the same HTTP library with nothing behind
 * it.
 *
 * <p>Start at {@link io.listwatch.bench.load.ListBenchmark}. The program that measures is the load;
 * the servers are processes of their own, so that their CPU and memory are theirs alone.
 */
@NullMarked
package io.listwatch.bench.load;

import org.jspecify.annotations.NullMarked;
