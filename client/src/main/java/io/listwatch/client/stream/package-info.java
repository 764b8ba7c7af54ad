/**
 * JSON that is still coming in, cut into the objects it is made of before any of them is read.
 *
 * <p>Start at {@link ListStream} for lists and {@link WatchFrames} for watches.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.client.stream;

import org.jspecify.annotations.NullMarked;
