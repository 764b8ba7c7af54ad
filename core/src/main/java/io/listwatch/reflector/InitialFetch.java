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
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fills a store with the whole collection: from what an earlier run left, through a watch that
 * begins with it where the source can do that, or page by page.
 *
 * <p>Belongs to the reflector's thread.
 */
final class InitialFetch {
  /**
   * A server that answers these does not know how to stream the initial state, and will not learn.
   */
  private static final Set<Integer> STREAMING_UNKNOWN = Set.of(400, 405, 406, 415, 422);

  private static final int DEFAULT_PAGE_SIZE = 500;

  /** A fetch that takes longer is logged with its steps. */
  private static final Duration SLOW = Duration.ofSeconds(10);

  private final SourceAccess source;
  private final ReflectorStore store;
  private final ReflectorPolicy policy;
  private final SyncPoint point;
  private final Intake intake;
  private final Resumption resumption;
  private final Timers timers;
  private final ReflectorMonitor monitor;
  private final Pager pager;

  /** Whether the source has shown that it pages a list which takes any version. */
  private boolean pagedBefore;

  private boolean streamingRefused;

  /** How many streams in a row ended or broke before the initial state was complete. */
  private int incompleteStreams;

  InitialFetch(
      SourceAccess source,
      ReflectorStore store,
      ReflectorPolicy policy,
      SyncPoint point,
      Intake intake,
      Resumption resumption,
      Timers timers,
      ReflectorMonitor monitor) {
    this.source = source;
    this.store = store;
    this.policy = policy;
    this.point = point;
    this.intake = intake;
    this.resumption = resumption;
    this.timers = timers;
    this.monitor = monitor;
    this.pager = new Pager(source, monitor);
  }

  /** Answers the stream that filled the store, if one did, which goes on with what follows. */
  @Nullable WatchStream fetch() throws InterruptedException {
    Resumption.Resumed resumed = resumption.attempt();
    if (resumed != null) {
      return resume(resumed);
    }
    if (policy.streaming() && !streamingRefused && source.streamsInitialEvents()) {
      try {
        return stream();
      } catch (UnavailableException | TooManyRequestsException notNow) {
        throw notNow;
      } catch (ApiException failure) {
        streamingRefused = STREAMING_UNKNOWN.contains(failure.status().code());
        monitor.failed(failure, true);
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
      point.doWithout(match, gone);
      return streamOnce(VersionMatch.mostRecent());
    }
  }

  private VersionMatch match(VersionMatch ifNoneIsKnown) {
    return policy.mostRecentLists() ? VersionMatch.mostRecent() : point.match(ifNoneIsKnown);
  }

  private WatchStream streamOnce(VersionMatch match) throws InterruptedException {
    long start = timers.nanoTime();
    WatchStream stream = source.open(WatchOptions.withInitialEvents(match));
    var state = new InitialState(intake);
    return handOver(stream, () -> replace(state, initialEvents(stream, state), start));
  }

  /** Answers the stream, once the store is filled; closes it if that fails. */
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

  private ResourceVersion initialEvents(WatchStream stream, InitialState state)
      throws InterruptedException {
    try {
      ResourceVersion reached = readInitialEvents(stream, state);
      incompleteStreams = 0;
      return reached;
    } catch (UnavailableException end) {
      throw incomplete(end);
    }
  }

  /** Reads up to the bookmark that ends the initial state, and answers its version. */
  private ResourceVersion readInitialEvents(WatchStream stream, InitialState state)
      throws InterruptedException {
    var events = new InitialEvents(state);
    ResourceVersion end = null;
    while (end == null) {
      WatchEvent event = stream.next();
      if (event != null) {
        end = event.match(events);
      } else if (stream.ended()) {
        throw ended(stream);
      }
    }
    return end;
  }

  private ApiException ended(WatchStream stream) throws InterruptedException {
    source.stopIfClosed();
    String message = "the stream ended before the initial state was complete";
    return stream.isVeryShort()
        ? new ApiException(Status.of(500, "", message))
        : new UnavailableException(message);
  }

  /** Once may be an accident and is worth another try; twice is a reason to list instead. */
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
    long start = timers.nanoTime();
    VersionMatch match = match(VersionMatch.any());
    Pager.Listing listing;
    try {
      listing = pager.list(options(match), intake);
    } catch (ExpiredException | VersionTooLargeException gone) {
      point.doWithout(match, gone);
      listing = pager.list(options(VersionMatch.mostRecent()), intake);
    }
    pagedBefore |= listing.paged() && match.equals(VersionMatch.any());
    replace(listing.state(), listing.version(), start);
  }

  private ListOptions options(VersionMatch match) {
    // A list that asks for a known version is answered from the server's memory if it is not paged.
    boolean unpaged = match instanceof VersionMatch.NotOlderThan && !pagedBefore;
    int pageSize = unpaged ? 0 : DEFAULT_PAGE_SIZE;
    return ListOptions.ALL
        .at(match)
        .limitedTo(policy.pageSize() > 0 ? policy.pageSize() : pageSize);
  }

  private void replace(InitialState state, ResourceVersion reached, long start)
      throws InterruptedException {
    long fetched = timers.nanoTime();
    monitor.listed(state.size());
    fill(state, reached);
    long end = timers.nanoTime();
    monitor.listTook(end - start);
    if (end - start > SLOW.toNanos()) {
      monitor.slow("fetching " + state.size() + " objects", fetched - start);
      monitor.slow("handing them to the store", end - fetched);
    }
  }

  /**
   * Says that the collection is had before it is: whoever finds it in the store finds that said.
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
