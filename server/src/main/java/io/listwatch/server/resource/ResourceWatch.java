package io.listwatch.server.resource;

import io.listwatch.model.WatchEvent;
import org.jspecify.annotations.Nullable;

/**
 * A cursor on what happens to the objects of a scope that match a selector.
 *
 * <p>Objects that come to match are added, those that cease to are deleted: with their old content
 * and the version of the change. Initial events come in the order of keys; what follows comes in
 * the order of versions, none twice and none of what the initial events showed.
 *
 * <p>Threads: polled by the executor it was opened with, one call at a time; it never waits. Any
 * thread may do the rest.
 */
public interface ResourceWatch extends AutoCloseable {
  /**
   * The next event. Watches of the same resource are given the same {@link
   * io.listwatch.model.Resource} instance for the same change, so that it can be encoded once.
   *
   * @return null if there is nothing yet, in which case the watch will say when there is; null for
   *     ever once {@link #ended}
   * @throws io.listwatch.model.ApiException if the watch is over and its reader is to be told why
   */
  @Nullable WatchEvent poll();

  /**
   * Whether there will be no more events, without a reason that the reader must know: it fell too
   * far behind, or what is served has changed, and it has to come back.
   */
  boolean ended();

  /**
   * Asks for a bookmark at the version that the watch has come to, once everything up to it has
   * been delivered. Does nothing if the request was for none.
   */
  void requestBookmark();

  @Override
  void close();
}
