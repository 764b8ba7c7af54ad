/**
 * A server for Quarkus in its profiles {@code dev} and {@code test}.
 *
 * <p>Start at {@link ListwatchDevServices}, or at {@link ListwatchTestResource} for a server that
 * one test has.
 *
 * <p>Internal but for {@link ListwatchTestResource}.
 */
@NullMarked
package io.listwatch.testing.quarkus;

import org.jspecify.annotations.NullMarked;
