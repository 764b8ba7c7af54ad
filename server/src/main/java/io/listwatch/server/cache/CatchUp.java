package io.listwatch.server.cache;

import io.listwatch.model.ApiException;
import io.listwatch.model.ExpiredException;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchEvent;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.Revisions;
import io.listwatch.server.resource.VersionFailures;
import io.listwatch.server.resource.WatchPosition;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Reads from storage the changes that are older than the window, until the two histories meet.
 *
 * <p>A bookmark of storage at version <i>v</i> says that every change up to <i>v</i> has been sent.
 * If the window still has everything after <i>v</i>, the subscription moves there: without a gap,
 * because storage has sent everything up to <i>v</i>, and without a repetition, because the window
 * is read from after <i>v</i>. These bookmarks are not sent to the reader.
 *
 * <p>Threads: the subscription's event loop.
 */
final class CatchUp implements WatchStage {
  private final WatchSubscription subscription;
  private final EventWindow window;
  private final ResourceWatch source;

  /** Every change up to this version has been sent. */
  private long after;

  CatchUp(
      WatchSubscription subscription,
      WatchRequest request,
      long after,
      WatchedCache cache,
      Executor loop) {
    this.subscription = subscription;
    this.window = cache.window();
    this.after = after;
    var rest =
        new WatchRequest(
            request.scope(),
            request.labels(),
            request.fields(),
            VersionMatch.exactly(ResourceVersion.of(after)),
            InitialEvents.NONE,
            true,
            request.deltas());
    this.source = cache.direct().watch(rest, loop, subscription::call);
    source.requestBookmark();
  }

  /**
   * {@inheritDoc}
   *
   * @throws ApiException if storage no longer has the changes that follow
   */
  @Override
  public @Nullable WatchEvent poll() {
    WatchEvent event = read();
    while (event instanceof WatchEvent.Bookmark bookmark) {
      after = Math.max(after, Revisions.of(bookmark.version()));
      WindowEntry place = window.placeAt(after);
      if (place != null) {
        subscription.arrive(place, after);
        return null;
      }
      source.requestBookmark();
      event = read();
    }
    if (source.ended()) {
      subscription.finish();
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

  @Override
  public WatchPosition.Stage kind() {
    return WatchPosition.Stage.CATCHING_UP;
  }

  @Override
  public void release() {
    source.close();
  }
}
