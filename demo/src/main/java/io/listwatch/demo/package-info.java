/**
 * Simulates a cluster of one node with clients of the API server, for {@code --demo} and the
 * examples. Internal.
 *
 * <p>Start at {@link SmallCluster}.
 */
@NullMarked
package io.listwatch.demo;

import org.jspecify.annotations.NullMarked;
