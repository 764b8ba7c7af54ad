package io.listwatch.server.cache;

import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import io.listwatch.selector.FieldSelector;
import io.listwatch.server.resource.ResourceFilter;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.WatchPosition;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's watch, served from a cache: a cursor on the cache's history.
 *
 * <pre>
 *   Starting ──▶ [Initial] ──▶ Reading ◀──▶ Parked
 *       │            │          │   ▲         │
 *       │            │          ▼   │         │
 *       └────────────┴───────▶ CatchUp ◀──────┘        every stage ──▶ Ended
 * </pre>
 *
 * <p>Each {@link WatchStage} reads from one source and holds only the fields that the source needs;
 * {@code Initial} is there only if initial events were requested. This class makes the transitions.
 * {@link #poll} asks the current stage for an event. A stage that has none either moves the
 * subscription on, and the next stage is asked, or it waits to be woken.
 *
 * <p><b>Threads.</b> The stages, and every field that is not volatile, belong to the event loop of
 * the connection. Another thread signals by writing one of the volatile fields (where to begin, a
 * failure, the end, a wanted bookmark, the close) and then gives the loop a task. The task makes
 * the reader poll, and the poll finds the field: the write comes before the task. A poll that finds
 * the field earlier does no harm.
 *
 * <p><b>The position.</b> {@link #after} is the version up to which the watch is done: no event at
 * or below it is sent. It only grows. Every transition hands on to a source that has all changes
 * after the position, in the order of history; that is the whole argument that nothing is missed,
 * repeated or reordered. In detail:
 *
 * <ul>
 *   <li><i>Initial to its successor.</i> The initial events show one immutable snapshot, and the
 *       position is that snapshot's version. The bookmark that ends them carries the same version
 *       and comes before any later event, because the same poll leaves the stage and returns it.
 *   <li><i>To Reading.</i> {@link EventWindow#placeAt} returns the place behind the last change at
 *       or below the position, or null if the window has dropped any change after it. Null leads to
 *       CatchUp, which reads the same changes from storage.
 *   <li><i>CatchUp to Reading.</i> Only a bookmark of storage leads back to the window; see {@link
 *       CatchUp}.
 *   <li><i>Reading.</i> The entries of a window are a chain, and a place is an entry of it. While
 *       it reads, the place is ahead of the position. An entry without a successor is either the
 *       end of the chain or was cut off when the window dropped what follows. The writer moves the
 *       window's oldest entry before it cuts, so a cut is always recognised ({@link #lose}).
 * </ul>
 *
 * <p><b>Parking.</b> A subscription that has read everything gives up its place. From then on
 * {@link LoopWatches} reads the window once for all parked subscriptions of its loop and
 * {@linkplain #offer offers} each new entry to them. The first entry that passes the filter gives
 * the subscription a place again, just before that entry. So an idle watch keeps no entry in memory
 * and never falls behind, however many changes pass it by.
 *
 * <p>A wake-up cannot be lost. The loop counts the subscription as parked, then looks at the window
 * once more; the writer links the entry, then looks at the count. Both fields are volatile, so at
 * least one of the two threads sees the other: either the subscription takes its place back, or the
 * writer gives the loop a task that offers the entry. A bookmark works alike: a thread that wants
 * one sets {@link #bookmarkWanted}, then wakes the reader.
 *
 * <p><b>Losing the place.</b> The window is bounded. If it drops what follows a place, the reason
 * decides:
 *
 * <ul>
 *   <li>The client did not read what it was sent: the watch ends without an error, and the client
 *       resumes from its last version. This is how a slow client is shed, as in kube-apiserver.
 *   <li>The subscription was parked, or was just skipping changes that it does not send: this is
 *       not the fault of the client. It catches up from storage.
 *   <li>The cache was listed again at a later version, and the changes in between are not known:
 *       the watch ends without an error.
 * </ul>
 *
 * <p>410 Expired comes from one source only: a subscription needs changes that the window has
 * dropped, and storage has compacted them.
 *
 * <p><b>Bookmarks.</b> A bookmark at version <i>v</i> says that everything up to <i>v</i> has been
 * sent. It is sent only in Reading, only at the end of the window, and only if the cache's state
 * stands at that same entry. The writer links entries before it publishes the state that they led
 * to. If the state lags behind the entry, the subscription parks and is called again after that
 * state is published. A watch that began at a future version gets no bookmark before that version.
 */
final class WatchSubscription implements ResourceWatch {
  private static final Logger log = LoggerFactory.getLogger(WatchSubscription.class);

  private final WatchRequest request;
  private final ResourceFilter filter;
  private final WatchedCache cache;
  private final Executor loop;
  private final Runnable onReadable;

  /**
   * Null until the start is known, and after the loop has taken it: it may hold a whole snapshot.
   */
  private volatile @Nullable WatchStart start;

  private volatile @Nullable ApiException failure;
  private volatile boolean ended;
  private volatile boolean closed;
  private volatile boolean bookmarkWanted;

  private WatchStage stage = new WatchStage.Starting(this);

  private final WatchStage.Reading reading = new WatchStage.Reading(this);

  /** Null before the subscription parks for the first time. */
  private WatchStage.@Nullable Parked parked;

  /** No event of this version or an earlier one is sent. */
  private long after;

  /** The group of this subscription in the {@link ScopeIndex}, which owns this field. */
  ScopeIndex.@Nullable Group group;

  /** The index of this subscription in its group. */
  int slot;

  WatchSubscription(WatchRequest request, WatchedCache cache, Executor loop, Runnable onReadable) {
    this.request = request;
    this.filter = ResourceFilter.of(request);
    this.cache = cache;
    this.loop = loop;
    this.onReadable = onReadable;
  }

  ResourceScope scope() {
    return request.scope();
  }

  FieldSelector fields() {
    return request.fields();
  }

  /** Starts the watch. Called once, from any thread. */
  void begin(WatchStart where) {
    start = where;
    wake();
  }

  /** Ends the watch with an error for the client. From any thread. */
  void fail(ApiException reason) {
    failure = reason;
    wake();
  }

  /** Ends the watch without an error. From any thread. */
  void end() {
    ended = true;
    wake();
  }

  /** Makes the reader poll later. From any thread. */
  void wake() {
    execute(this::call);
  }

  private void execute(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException stopped) {
      // The loop has stopped, and the reader with it.
    }
  }

  /** Makes the reader poll. Called on the loop. */
  void call() {
    try {
      if (!closed) {
        onReadable.run();
      }
    } catch (RuntimeException failed) {
      // Logged only: other readers are called after this one.
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
    WatchStage asked;
    WatchEvent event;
    do {
      asked = stage;
      event = asked.poll();
    } while (event == null && stage != asked && stage != parked);
    return event;
  }

  /** Leaves {@link WatchStage.Starting} if another thread has called {@link #begin}. */
  void beginIfKnown() {
    WatchStart where = start;
    if (where == null) {
      return;
    }
    start = null;
    after = where.after();
    CacheState snapshot = where.initial();
    if (snapshot == null) {
      continueReading();
    } else {
      var objects = new SnapshotCursor(snapshot, filter, null);
      stage = new WatchStage.Initial(this, objects);
    }
  }

  WatchEvent initialEvent(Resource object) {
    cache.meters().initialEvent();
    return new WatchEvent.Added(object);
  }

  /** Leaves {@link WatchStage.Initial}. Returns the bookmark that marks the end, if one is due. */
  @Nullable WatchEvent endInitialEvents() {
    continueReading();
    return request.initialEvents() == InitialEvents.MARKED && request.bookmarks()
        ? new WatchEvent.Bookmark(ResourceVersion.of(after), true)
        : null;
  }

  /**
   * Continues after the position: in the window if it has everything from there, else in storage.
   */
  private void continueReading() {
    WindowEntry place = cache.window().placeAt(after);
    if (place != null) {
      read(place);
    } else {
      cache.meters().catchUp();
      enter(new CatchUp(this, request, after, cache, loop));
    }
  }

  private void enter(WatchStage next) {
    stage.release();
    stage = next;
  }

  /** Enters {@link WatchStage.Reading}. */
  void read(WindowEntry place) {
    stage.release();
    stage = reading.from(place);
  }

  /** Enters {@link WatchStage.Reading} from {@link CatchUp}. */
  void arrive(WindowEntry place, long version) {
    after = version;
    read(place);
  }

  /** Enters {@link WatchStage.Ended}. */
  void finish() {
    enter(WatchStage.Ended.INSTANCE);
    ended = true;
  }

  /** Returns the event that this watch sends for an entry; null if it sends none. */
  @Nullable WatchEvent event(WindowEntry entry) {
    return entry.version() > after ? filter.event(entry.change()) : null;
  }

  boolean isLost(WindowEntry place) {
    return cache.window().isLost(place);
  }

  boolean bookmarkWanted() {
    return bookmarkWanted;
  }

  /** Returns the requested bookmark if the cache's state is at this entry. */
  @Nullable WatchEvent bookmark(WindowEntry at) {
    if (!bookmarkWanted) {
      return null;
    }
    CacheState state = cache.state();
    if (state.version() < after) {
      // The watch began at a future version, so its client knows a later version than the cache.
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

  /**
   * Enters {@link WatchStage.Parked}. Returns false if there is something to read instead: a change
   * or a state that the writer published before it could see that a subscription is parked.
   */
  boolean park(WindowEntry at) {
    WatchStage.Parked parking = parking().at(at);
    enter(parking);
    after = Math.max(after, at.version());
    boolean stateIsHere = cache.state().place().sequence() >= at.sequence();
    if (at.next() != null || isLost(at) || (bookmarkWanted && stateIsHere)) {
      read(at);
      return false;
    }
    if (bookmarkWanted) {
      parking.callAfterNextLook();
    }
    return true;
  }

  private WatchStage.Parked parking() {
    WatchStage.Parked known = parked;
    if (known == null) {
      known = new WatchStage.Parked(this, cache.dispatcher().add(this, loop));
      parked = known;
    }
    return known;
  }

  /**
   * Shows a parked subscription the entry that follows {@code before}. If the watch sends it, the
   * reader is called at once, while the subscription is in the processor's cache: among thousands,
   * a second visit to each would cost more than the event.
   */
  void offer(WindowEntry before, WindowEntry entry) {
    if (stage instanceof WatchStage.Parked parking
        && parking.isBefore(entry)
        && event(entry) != null) {
      read(before);
      call();
    }
  }

  /**
   * The window has dropped the entries after {@code at} before its loop could offer them to the
   * parked subscriptions. The loop was busy, which is not the client's fault.
   */
  void loseParked(WindowEntry at) {
    if (stage != parked) {
      return;
    }
    if (cache.window().isBeforeRestart(at)) {
      finish();
    } else {
      continueBefore(at);
    }
    wake();
  }

  /**
   * The window has dropped the entries after {@code at}. A poll that reached it from {@code start},
   * past changes that it does not send, catches up; a subscription whose reader stopped here ends.
   * Returns the next event.
   */
  @Nullable WatchEvent lose(WindowEntry start, WindowEntry at) {
    boolean known = !cache.window().isBeforeRestart(at);
    if (known && at.version() > start.version()) {
      continueBefore(at);
      return poll();
    }
    finish();
    if (known) {
      cache.meters().terminated();
    }
    return null;
  }

  /**
   * Continues before the version of {@code at}, because other changes of that version may have been
   * dropped.
   */
  private void continueBefore(WindowEntry at) {
    after = Math.max(after, at.version() - 1);
    continueReading();
  }

  @Override
  public boolean ended() {
    return ended || closed;
  }

  @Override
  public boolean holdsSnapshot() {
    return stage instanceof WatchStage.Initial;
  }

  @Override
  public boolean initializing() {
    return stage instanceof WatchStage.Starting || holdsSnapshot();
  }

  /** A parked watch has read everything that the cache has. */
  @Override
  public WatchPosition position() {
    long version =
        switch (stage.kind()) {
          case PARKED -> Math.max(after, cache.state().version());
          case READING -> Math.max(after, reading.version());
          default -> after;
        };
    return new WatchPosition(stage.kind(), version);
  }

  @Override
  public void requestBookmark() {
    if (request.bookmarks()) {
      cache.recent().whenComplete((done, timedOut) -> wantBookmark());
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
      cache.closed(this);
      execute(this::release);
    }
  }

  /** Called on the loop. */
  private void release() {
    enter(WatchStage.Ended.INSTANCE);
    start = null;
    if (parked != null) {
      cache.dispatcher().remove(this, loop);
      parked = null;
    }
  }
}
