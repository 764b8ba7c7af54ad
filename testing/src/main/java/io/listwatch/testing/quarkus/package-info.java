/**
 * A server for Quarkus in its profiles {@code dev} and {@code test}. Internal.
 *
 * <p>Start at {@link ListwatchDevServices}.
 */
@NullMarked
package io.listwatch.testing.quarkus;

import org.jspecify.annotations.NullMarked;
