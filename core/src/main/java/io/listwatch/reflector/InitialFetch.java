package io.listwatch.reflector;

import io.listwatch.model.ApiException;
import io.listwatch.model.ExpiredException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.Status;
import io.listwatch.model.TooManyRequestsException;
import io.listwatch.model.UnavailableException;
import io.listwatch.model.UnreadableObject;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.VersionTooLargeException;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchOptions;
import io.listwatch.time.Timers;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fills a store with the whole collection: from the state of an earlier run, through a streaming
 * list (a watch with initial events) if the source supports it, or by a paged list.
 *
 * <p>Confined to the reflector's thread.
 */
final class InitialFetch {
  /**
   * HTTP codes of a server that does not support streaming lists. The reflector does not try again.
   */
  private static final Set<Integer> STREAMING_UNKNOWN = Set.of(400, 405, 406, 415, 422);

  private static final int DEFAULT_PAGE_SIZE = 500;

  /**
   * Number of endless streams after which the source counts as one that never ends initial events.
   */
  private static final int MAX_ENDLESS_STREAMS = 2;

  private final SourceAccess source;
  private final ReflectorStore store;
  private final ReflectorPolicy policy;
  private final SyncPoint point;
  private final Intake intake;
  private final Resumption resumption;
  private final DeltaUse deltas;
  private final Timers timers;
  private final ReflectorMonitor monitor;
  private final Pager pager;

  /** True if the source has paged a list that accepts any version. */
  private boolean pagedBefore;

  private boolean streamingUnsupported;

  /** Number of consecutive streams that ended or failed before the initial state was complete. */
  private int incompleteStreams;

  /** Number of consecutive streams in which the bookmark that ends initial events did not come. */
  private int endlessStreams;

  InitialFetch(
      SourceAccess source,
      ReflectorStore store,
      ReflectorPolicy policy,
      SyncPoint point,
      Intake intake,
      Resumption resumption,
      DeltaUse deltas,
      Timers timers,
      ReflectorMonitor monitor) {
    this.source = source;
    this.store = store;
    this.policy = policy;
    this.point = point;
    this.intake = intake;
    this.resumption = resumption;
    this.deltas = deltas;
    this.timers = timers;
    this.monitor = monitor;
    this.pager = new Pager(source, monitor);
  }

  /**
   * Fills the store. Returns the stream that filled it, to be followed from there; null if a list
   * filled it.
   */
  @Nullable WatchStream fetch() throws InterruptedException {
    Resumption.Resumed resumed = resumption.attempt();
    if (resumed != null) {
      return resume(resumed);
    }
    if (policy.streaming() && !streamingUnsupported && source.streamsInitialEvents()) {
      try {
        return stream();
      } catch (UnavailableException | TooManyRequestsException notNow) {
        throw notNow;
      } catch (ApiException failure) {
        streamingUnsupported =
            STREAMING_UNKNOWN.contains(failure.status().code())
                || endlessStreams == MAX_ENDLESS_STREAMS;
        monitor.listsInstead(failure);
      }
    }
    list();
    return null;
  }

  private WatchStream resume(Resumption.Resumed resumed) throws InterruptedException {
    var state = new InitialState(intake);
    resumed.kept().items().forEach(state::putAdmitted);
    return handOver(resumed.stream(), () -> fill(state, resumed.kept().version()));
  }

  private WatchStream stream() throws InterruptedException {
    monitor.enter(ReflectorState.STREAMING);
    VersionMatch match = match(VersionMatch.mostRecent());
    try {
      return streamOnce(match);
    } catch (ExpiredException | VersionTooLargeException gone) {
      point.fallBackToMostRecent(match, gone);
      return streamOnce(VersionMatch.mostRecent());
    }
  }

  private VersionMatch match(VersionMatch ifNoneIsKnown) {
    return policy.mostRecentLists() ? VersionMatch.mostRecent() : point.match(ifNoneIsKnown);
  }

  private WatchStream streamOnce(VersionMatch match) throws InterruptedException {
    try (var trace = new FetchTrace("streaming list", timers, monitor)) {
      WatchStream stream = source.open(WatchOptions.withInitialEvents(match));
      trace.step("watch opened");
      var state = new InitialState(intake);
      return handOver(stream, () -> replace(state, initialEvents(stream, state, trace), trace));
    }
  }

  /** Returns the stream once the store is filled, or closes it if that fails. */
  private static WatchStream handOver(WatchStream stream, Filling filling)
      throws InterruptedException {
    boolean handedOver = false;
    try {
      filling.fill();
      handedOver = true;
      return stream;
    } finally {
      if (!handedOver) {
        stream.close();
      }
    }
  }

  private ResourceVersion initialEvents(WatchStream stream, InitialState state, FetchTrace trace)
      throws InterruptedException {
    try (var wait =
        new EndBookmarkWait(stream, trace.start(), policy.silentStreamTimeout(), timers, monitor)) {
      ResourceVersion reached = readInitialEvents(stream, state, wait);
      incompleteStreams = 0;
      endlessStreams = 0;
      trace.step("%d objects streamed".formatted(state.size()));
      monitor.endBookmark(stream.events(), trace.elapsedNanos());
      return reached;
    } catch (UnavailableException end) {
      throw incomplete(end);
    }
  }

  /** Reads up to the bookmark that ends the initial events, and returns its version. */
  private ResourceVersion readInitialEvents(
      WatchStream stream, InitialState state, EndBookmarkWait wait) throws InterruptedException {
    var events = new InitialEvents(state);
    ResourceVersion end = null;
    deltas.fetching(state);
    try {
      while (end == null) {
        WatchEvent event = stream.next();
        if (event != null) {
          wait.saw(event);
          end = event.match(events);
        } else if (stream.ended()) {
          throw ended(stream);
        }
        if (end == null && wait.isOver()) {
          throw endless(stream, wait.live());
        }
      }
      return end;
    } finally {
      deltas.fetched();
    }
  }

  /**
   * Ends a stream that must be replaced by a list at once, because the server does not end the
   * initial events. If it sends live events meanwhile, it does not know streaming lists.
   */
  private ApiException endless(WatchStream stream, boolean live) {
    endlessStreams = live ? MAX_ENDLESS_STREAMS : endlessStreams + 1;
    stream.abandon();
    String cause = live ? "the stream became live" : "the stream fell silent";
    return new ApiException(
        Status.of(500, "", cause + " before the bookmark that ends initial events"));
  }

  private ApiException ended(WatchStream stream) throws InterruptedException {
    source.stopIfClosed();
    String message = "the stream ended before the initial state was complete";
    return stream.isVeryShort()
        ? new ApiException(Status.of(500, "", message))
        : new UnavailableException(message);
  }

  /**
   * Returns the exception for an incomplete stream. The first one may be an accident and is
   * retried; after the second, the reflector lists instead.
   */
  private ApiException incomplete(UnavailableException end) {
    incompleteStreams++;
    if (incompleteStreams == 1) {
      return end;
    }
    incompleteStreams = 0;
    return new ApiException(Status.of(500, "", end.status().message()), end);
  }

  private void list() throws InterruptedException {
    monitor.enter(ReflectorState.LISTING);
    try (var trace = new FetchTrace("list", timers, monitor)) {
      VersionMatch match = match(VersionMatch.any());
      Pager.Listing listing;
      try {
        listing = pager.list(options(match), intake, trace);
      } catch (ExpiredException | VersionTooLargeException gone) {
        point.fallBackToMostRecent(match, gone);
        listing = pager.list(options(VersionMatch.mostRecent()), intake, trace);
      }
      pagedBefore |= listing.paged() && match.equals(VersionMatch.any());
      replace(listing.state(), listing.version(), trace);
    }
  }

  private ListOptions options(VersionMatch match) {
    // kube-apiserver serves a list at a known version from its watch cache if it is not paged.
    boolean unpaged = match instanceof VersionMatch.NotOlderThan && !pagedBefore;
    int pageSize = unpaged ? 0 : DEFAULT_PAGE_SIZE;
    return ListOptions.ALL
        .at(match)
        .limitedTo(policy.pageSize() > 0 ? policy.pageSize() : pageSize);
  }

  private void replace(InitialState state, ResourceVersion reached, FetchTrace trace)
      throws InterruptedException {
    monitor.listed(state.size());
    fill(state, reached);
    trace.step("store replaced");
    monitor.populated(state.size(), trace.elapsedNanos());
  }

  /**
   * Marks the collection as complete before it fills the store, so that a reader who finds objects
   * in the store also finds it complete.
   */
  private void fill(InitialState state, ResourceVersion reached) throws InterruptedException {
    source.stopIfClosed();
    monitor.complete();
    state.replace(store, reached);
    point.available();
    point.reached(reached);
  }

  /** Fills the store. */
  private interface Filling {
    void fill() throws InterruptedException;
  }

  /** Collects initial events. Returns the version of the bookmark that ends them, else null. */
  private record InitialEvents(InitialState state)
      implements WatchEvent.Cases<@Nullable ResourceVersion> {
    @Override
    public @Nullable ResourceVersion added(Resource object) {
      state.put(object);
      return null;
    }

    @Override
    public @Nullable ResourceVersion modified(Resource object) {
      state.put(object);
      return null;
    }

    @Override
    public @Nullable ResourceVersion deleted(Resource object) {
      state.remove(object);
      return null;
    }

    @Override
    public @Nullable ResourceVersion bookmark(WatchEvent.Bookmark bookmark) {
      return bookmark.endOfInitialEvents() ? bookmark.version() : null;
    }

    @Override
    public @Nullable ResourceVersion unreadable(UnreadableObject object) {
      state.putAside(object);
      return null;
    }
  }
}
