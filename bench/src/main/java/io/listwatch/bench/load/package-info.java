/**
 * The server under load, with each figure next to that of a floor: a minimal server on the same
 * HTTP library.
 *
 * <p>Start at {@link io.listwatch.bench.load.ListBenchmark}. The measuring program creates the
 * load. The servers are separate processes, so that their CPU time and memory can be measured
 * alone.
 */
@NullMarked
package io.listwatch.bench.load;

import org.jspecify.annotations.NullMarked;
