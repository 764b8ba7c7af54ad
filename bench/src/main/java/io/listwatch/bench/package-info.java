/**
 * The programs behind docs/benchmarks.md. Each prints a figure and its floor.
 *
 * <p>{@code bench/run --help} lists them by name.
 */
@NullMarked
package io.listwatch.bench;

import org.jspecify.annotations.NullMarked;
