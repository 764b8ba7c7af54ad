/**
 * Internal. A small cluster of clients that makes pods move: for the program's {@code --demo} and
 * the examples.
 *
 * <p>Start at {@link SmallCluster}.
 */
@NullMarked
package io.listwatch.demo;

import org.jspecify.annotations.NullMarked;
