package io.listwatch.server.cache;

import io.listwatch.model.ApiException;
import io.listwatch.model.ExpiredException;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchEvent;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.Revisions;
import io.listwatch.server.resource.VersionFailures;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Reads from storage what is older than the window, until the two meet. Bookmarks say up to where
 * everything has come, which is where one can change over without a gap or a repetition.
 *
 * <p>Threads: belongs to the event loop of its subscription.
 */
final class CatchUp {
  private final EventWindow window;
  private final ResourceWatch source;

  /** Everything up to here has been told. */
  private long after;

  /** Null until the two have met. */
  private @Nullable WindowEntry place;

  /**
   * @param after what was told already
   * @param onReadable as of a {@link ResourceWatch}
   */
  CatchUp(
      WatchRequest request, long after, CachedWatches context, Executor loop, Runnable onReadable) {
    this.window = context.window();
    this.after = after;
    var rest =
        new WatchRequest(
            request.scope(),
            request.labels(),
            request.fields(),
            VersionMatch.exactly(ResourceVersion.of(after)),
            InitialEvents.NONE,
            true);
    this.source = context.direct().watch(rest, loop, onReadable);
    source.requestBookmark();
  }

  /**
   * The next event; null if there is none yet, or if the two have {@linkplain #place met}.
   *
   * @throws ApiException if storage no longer has what follows
   */
  @Nullable WatchEvent poll() {
    WatchEvent event = read();
    while (event instanceof WatchEvent.Bookmark bookmark) {
      after = Math.max(after, Revisions.of(bookmark.version()));
      place = window.placeAt(after);
      if (place != null) {
        source.close();
        return null;
      }
      source.requestBookmark();
      event = read();
    }
    return event;
  }

  private @Nullable WatchEvent read() {
    try {
      return source.poll();
    } catch (ExpiredException expired) {
      throw VersionFailures.tooOld(after, window.floor());
    }
  }

  /** Where in the window to go on; null until the two have met. */
  @Nullable WindowEntry place() {
    return place;
  }

  long after() {
    return after;
  }

  boolean ended() {
    return source.ended();
  }

  void close() {
    source.close();
  }
}
