/**
 * The watch cache: the current objects of a resource and their recent changes, from which most
 * reads are served.
 *
 * <p>Start at {@link CachedResourceStorage}. A {@link WatchCache} is filled by a reflector; an
 * {@link EventWindow} holds its recent changes, and every {@link WatchSubscription} is a cursor on
 * it. {@link FieldIndexes} serve lists by the value of a field. The {@link CacheMemory} decides
 * which resources have a cache.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.cache;

import org.jspecify.annotations.NullMarked;
