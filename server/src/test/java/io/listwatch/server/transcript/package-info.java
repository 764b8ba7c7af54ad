/**
 * Exchanges with the reference, recorded and normalised, and what it takes to hold them against
 * another server.
 *
 * <p>Start at {@link io.listwatch.server.transcript.Step}.
 */
@NullMarked
package io.listwatch.server.transcript;

import org.jspecify.annotations.NullMarked;
