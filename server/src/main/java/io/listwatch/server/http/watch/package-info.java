/**
 * Watches over HTTP: events become frames, in the chunks of a body or the messages of a WebSocket,
 * as fast as their reader reads.
 *
 * <p>Start at {@link WatchHandler}, which is asked for a watch, and {@link WatchStream}, which is
 * one; it writes to a {@link FrameSink}, however frames travel.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.http.watch;

import org.jspecify.annotations.NullMarked;
