/**
 * Splits JSON into its objects while it arrives, before they are parsed.
 *
 * <p>Start at {@link ListStream} for lists and {@link WatchFrames} for watches.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.client.stream;

import org.jspecify.annotations.NullMarked;
