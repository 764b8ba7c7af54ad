/**
 * What the numbers in docs/benchmarks.md are made with. Each program prints a figure and its floor.
 */
@NullMarked
package io.listwatch.bench;

import org.jspecify.annotations.NullMarked;
