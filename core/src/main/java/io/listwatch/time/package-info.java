/**
 * Clocks and timers that are passed in, so that tests control the time.
 *
 * <p>Start at {@link Timers}. {@link Pause} is the one way a thread waits for time to pass.
 */
@NullMarked
package io.listwatch.time;

import org.jspecify.annotations.NullMarked;
