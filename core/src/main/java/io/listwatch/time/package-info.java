/**
 * Time as something that is passed in, so that tests own the clock.
 *
 * <p>Start at {@link Timers}. {@link Pause} is the one way a thread waits for time to pass.
 */
@NullMarked
package io.listwatch.time;

import org.jspecify.annotations.NullMarked;
