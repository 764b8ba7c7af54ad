/**
 * What an answer looks like: objects, lists, tables, events and failures as bytes.
 *
 * <p>Start at {@link ObjectForm}, how objects and lists of them are written, and {@link
 * EventEncoder}, how events are. Nothing here knows a socket.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.http.encoding;

import org.jspecify.annotations.NullMarked;
