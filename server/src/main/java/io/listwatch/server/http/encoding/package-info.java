/**
 * Encodes objects, lists, tables, watch events and failures as bytes.
 *
 * <p>Start at {@link ObjectForm} for objects and lists, and {@link EventEncoder} for watch events.
 * Nothing here depends on HTTP.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.http.encoding;

import org.jspecify.annotations.NullMarked;
