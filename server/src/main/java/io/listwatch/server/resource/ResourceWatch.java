package io.listwatch.server.resource;

import io.listwatch.model.WatchEvent;
import org.jspecify.annotations.Nullable;

/**
 * A watch of the objects in a scope that match the selectors.
 *
 * <p>An object that starts to match is sent as added. One that ceases to match is sent as deleted,
 * with its old content and the version of the change. Initial events come in key order. Later
 * events come in version order, none twice, and none that the initial events already include.
 *
 * <p>Threads: polled by the executor that it was opened with, one call at a time; it never blocks.
 * Any thread may call the other methods.
 */
public interface ResourceWatch extends AutoCloseable {
  /**
   * Returns the next event. Watches of the same resource get the same {@link
   * io.listwatch.model.Resource} instance for the same change, so that it can be encoded once.
   *
   * @return null if there is none yet, and then {@code onReadable} will be called; always null once
   *     {@link #ended}
   * @throws io.listwatch.model.ApiException if the watch has ended with an error for its client
   */
  @Nullable WatchEvent poll();

  /**
   * True if the watch has ended without an error. The client fell too far behind, or the resource
   * changed, and the client has to watch again.
   */
  boolean ended();

  /**
   * True while the watch keeps a whole snapshot in memory for its initial events. Called by the
   * polling executor.
   */
  default boolean holdsSnapshot() {
    return false;
  }

  /**
   * True until the watch has returned its initial events: while it waits for its start, and while
   * it holds a snapshot. Called by the polling executor.
   */
  default boolean initializing() {
    return holdsSnapshot();
  }

  /**
   * Like {@link #initializing}, but also true while initial events come from storage. A watch on
   * storage is never initializing: as in kube-apiserver, it gives its seat back at once. Called by
   * the polling executor.
   */
  default boolean hasInitialEvents() {
    return initializing();
  }

  /** Returns the position that the watch has reached. Called by the polling executor. */
  default WatchPosition position() {
    return WatchPosition.UNKNOWN;
  }

  /**
   * Requests a bookmark at the watch's version, to be sent after all events up to it. Does nothing
   * if the watch was opened without bookmarks.
   */
  void requestBookmark();

  @Override
  void close();
}
