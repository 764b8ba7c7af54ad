package io.listwatch.server.cache;

import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import io.listwatch.server.resource.ResourceFilter;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cursor on the history of a cache.
 *
 * <pre>
 *   STARTING ──▶ INITIAL ──▶ READING ◀──▶ PARKED
 *      │            │           ▲
 *      └────────────┴▶ CATCHING UP, from storage, until the two histories meet
 * </pre>
 *
 * <p>While it is parked it has no place in the window: it has seen everything that its loop has
 * looked at. The first change that it wants gives it a place again. So one to whom nothing happens
 * costs nothing and never falls behind; one that does not read what it wants loses its place when
 * the window moves on, and ends.
 *
 * <p>Threads: belongs to its event loop, but for what is volatile.
 */
final class WatchSubscription implements ResourceWatch {
  private static final Logger log = LoggerFactory.getLogger(WatchSubscription.class);

  private final WatchRequest request;
  private final ResourceFilter filter;
  private final CachedWatches context;
  private final Executor loop;
  private final Runnable onReadable;

  /** Null while that is being found out. Written once, by any thread. */
  private volatile @Nullable WatchStart start;

  private volatile @Nullable ApiException failure;
  private volatile boolean ended;
  private volatile boolean closed;
  private volatile boolean bookmarkWanted;

  /** Whether {@link #start} has been acted on. The loop's, as is all that follows. */
  private boolean begun;

  /** Null when there are none, or none any more. */
  private @Nullable SnapshotCursor initial;

  /** Null unless catching up. */
  private @Nullable CatchUp history;

  /** Null unless reading. */
  private @Nullable WindowEntry place;

  /** Those of the same loop; null before it is parked for the first time. */
  private @Nullable LoopWatches neighbours;

  /** Where it is in the list that it is in; the {@link ScopeIndex}'s. */
  int slot;

  private boolean parked;

  /** What had been seen when it was parked. */
  private long parkedAt;

  /** Nothing is told of this version or an earlier one. */
  private long after;

  WatchSubscription(
      WatchRequest request, CachedWatches context, Executor loop, Runnable onReadable) {
    this.request = request;
    this.filter = ResourceFilter.of(request);
    this.context = context;
    this.loop = loop;
    this.onReadable = onReadable;
  }

  ResourceScope scope() {
    return request.scope();
  }

  /** It has been found out where to begin. */
  void begin(WatchStart where) {
    start = where;
    wake();
  }

  void fail(ApiException reason) {
    failure = reason;
    wake();
  }

  /** There will be no more, for a reason that is none of the reader's. */
  void end() {
    ended = true;
    wake();
  }

  private void wake() {
    execute(this::call);
  }

  private void execute(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException stopped) {
      // The loop is no more, and the reader with it.
    }
  }

  /** Tells the reader to poll. On the loop. */
  void call() {
    try {
      if (!closed) {
        onReadable.run();
      }
    } catch (RuntimeException failed) {
      // Others are called after it.
      log.error("The reader of a watch failed to be woken", failed);
    }
  }

  @Override
  public @Nullable WatchEvent poll() {
    if (closed || ended) {
      return null;
    }
    ApiException reason = failure;
    if (reason != null) {
      throw reason;
    }
    if (!begun && !begin()) {
      return null;
    }
    if (initial != null) {
      WatchEvent event = pollInitial(initial);
      if (event != null) {
        return event;
      }
    }
    if (history != null) {
      WatchEvent event = pollHistory(history);
      if (event != null || history != null || ended) {
        return event;
      }
    }
    return pollWindow();
  }

  private boolean begin() {
    WatchStart where = start;
    if (where == null) {
      return false;
    }
    begun = true;
    after = where.after();
    CacheState state = where.initial();
    if (state == null) {
      goOn();
    } else {
      initial = new SnapshotCursor(state.objects(), state.unreadable(), filter, null);
    }
    return true;
  }

  private @Nullable WatchEvent pollInitial(SnapshotCursor objects) {
    Resource object = objects.next();
    if (object != null) {
      context.meters().initialEvent();
      return new WatchEvent.Added(object);
    }
    initial = null;
    goOn();
    return request.initialEvents() == InitialEvents.MARKED && request.bookmarks()
        ? new WatchEvent.Bookmark(ResourceVersion.of(after), true)
        : null;
  }

  /** Goes on with what is later than {@link #after}: in the window, or in storage up to it. */
  private void goOn() {
    place = context.window().placeAt(after);
    if (place == null) {
      context.meters().catchUp();
      history = new CatchUp(request, after, context, loop, this::call);
    }
  }

  /** Null as well if it has come to the window, where it then has a place. */
  private @Nullable WatchEvent pollHistory(CatchUp older) {
    WatchEvent event = older.poll();
    if (older.place() != null) {
      place = older.place();
      after = older.after();
      history = null;
    } else if (older.ended()) {
      ended = true;
    }
    return event;
  }

  private @Nullable WatchEvent pollWindow() {
    if (parked && !(bookmarkWanted && unparkForBookmark())) {
      return null;
    }
    long before = place == null ? after : place.version();
    while (place != null) {
      WindowEntry next = place.next();
      if (next != null) {
        place = next;
        WatchEvent event = event(next);
        if (event != null) {
          return event;
        }
      } else if (context.window().isLost(place)) {
        return lose(place, before);
      } else {
        WatchEvent bookmark = bookmark(place);
        if (bookmark != null) {
          return bookmark;
        }
        park(place);
      }
    }
    return null;
  }

  private @Nullable WatchEvent event(WindowEntry entry) {
    return entry.version() > after ? filter.event(entry.change()) : null;
  }

  /** What was asked for, if this place is that of the cache's state. */
  private @Nullable WatchEvent bookmark(WindowEntry at) {
    if (!bookmarkWanted) {
      return null;
    }
    CacheState state = context.state();
    if (state.version() < after) {
      // A watch of the future. Its reader knows a later version than we could tell.
      bookmarkWanted = false;
      return null;
    }
    boolean here = state.place().sequence() <= at.sequence() && state.version() >= at.version();
    if (!here) {
      return null;
    }
    bookmarkWanted = false;
    return state.bookmark();
  }

  private void park(WindowEntry at) {
    if (neighbours == null) {
      neighbours = context.dispatcher().add(this, loop);
    }
    neighbours.park(at);
    parkedAt = at.sequence();
    after = Math.max(after, at.version());
    parked = true;
    place = null;
    // Again, for what came before the writer could see that somebody is parked.
    boolean stateIsHere = context.state().place().sequence() >= at.sequence();
    if (at.next() != null || context.window().isLost(at) || (bookmarkWanted && stateIsHere)) {
      unpark(at);
    } else if (bookmarkWanted) {
      // The state is about to catch up with the window, and then the loop is called.
      neighbours.wakeNextTime(this);
    }
  }

  private void unpark(@Nullable WindowEntry at) {
    parked = false;
    place = at;
    if (neighbours != null) {
      neighbours.unpark();
    }
  }

  private boolean unparkForBookmark() {
    WindowEntry at = neighbours == null ? null : neighbours.find(parkedAt);
    if (at != null) {
      unpark(at);
    }
    return at != null;
  }

  /**
   * Shows what follows {@code before} to one that may be parked. It is called at once, while what
   * it needs is at hand: among thousands, looking at each twice would cost more than what they are
   * told.
   */
  void offer(WindowEntry before, WindowEntry entry) {
    if (parked && parkedAt < entry.sequence() && event(entry) != null) {
      unpark(before);
      call();
    }
  }

  /**
   * What follows {@code at} is gone before this was shown it, though it is parked: its loop was
   * busy. That is none of its reader's fault, so it catches up, unless nobody knows what happened.
   */
  void loseParked(WindowEntry at) {
    if (!parked) {
      return;
    }
    unpark(null);
    if (context.window().isOfThePast(at)) {
      ended = true;
    } else {
      // It may have been shown only a part of what that version did, of which it wanted nothing.
      after = Math.max(after, at.version() - 1);
      goOn();
    }
    wake();
  }

  /**
   * What follows its place is gone. If it was on its way when that happened, past changes that it
   * did not want, it catches up; if it had been left there by its reader, it ends.
   */
  private @Nullable WatchEvent lose(WindowEntry at, long before) {
    place = null;
    boolean known = !context.window().isOfThePast(at);
    if (known && at.version() > before) {
      // Nothing was told of that version yet, and maybe not all of it was seen.
      after = Math.max(after, at.version() - 1);
      goOn();
      return poll();
    }
    ended = true;
    if (known) {
      context.meters().terminated();
    }
    return null;
  }

  @Override
  public boolean ended() {
    return ended || closed;
  }

  @Override
  public void requestBookmark() {
    if (request.bookmarks()) {
      context.recent().whenComplete((done, timedOut) -> wantBookmark());
    }
  }

  private void wantBookmark() {
    bookmarkWanted = true;
    wake();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      context.closed(this);
      execute(this::release);
    }
  }

  /** Lets go of everything. On the loop. */
  private void release() {
    initial = null;
    place = null;
    if (history != null) {
      history.close();
      history = null;
    }
    if (parked) {
      unpark(null);
    }
    if (neighbours != null) {
      context.dispatcher().remove(this, loop);
      neighbours = null;
    }
  }
}
