/**
 * Watches over HTTP: sends events as frames, in the chunks of a body or the messages of a
 * WebSocket, as fast as the client reads.
 *
 * <p>Start at {@link WatchHandler}, which handles watch requests, and {@link WatchStream}, which
 * serves one watch and writes to a {@link FrameSink}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.http.watch;

import org.jspecify.annotations.NullMarked;
