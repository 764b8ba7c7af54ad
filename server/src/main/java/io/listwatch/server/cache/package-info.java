/**
 * What most readers are served from: the current objects of a resource, and what happened to them
 * lately.
 *
 * <p>Start at {@link CachedResourceStorage}. A {@link WatchCache} is filled by a reflector; an
 * {@link EventWindow} is its recent history, on which every {@link WatchSubscription} is a cursor.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.cache;

import org.jspecify.annotations.NullMarked;
