package io.listwatch.reflector;

import io.listwatch.model.ApiException;
import io.listwatch.model.InternalErrorException;
import io.listwatch.model.Resource;
import io.listwatch.model.Status;
import io.listwatch.model.TooManyRequestsException;
import io.listwatch.model.UnavailableException;
import io.listwatch.model.UnreadableObject;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchOptions;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a filled store up to date: follows one watch after the other, each from the version where
 * the last one stopped, until a new list is needed.
 *
 * <p>Confined to the reflector's thread, except {@link #resync} and {@link #resyncIsDue}, which any
 * thread may call.
 */
final class Follower {
  /** Consecutive streams that end sooner than this are reopened with a growing delay. */
  private static final Duration SHORT = Duration.ofSeconds(10);

  private final SourceAccess source;
  private final ReflectorStore store;
  private final SyncPoint point;
  private final Intake intake;
  private final InternalErrors internalErrors;
  private final ReflectorMonitor monitor;
  private final BooleanSupplier shouldResync;
  private final Runnable afterResync;
  private final Application application = new Application();

  /** Number of consecutive short streams. */
  private int shortStreams;

  /**
   * True if events advance the version. The initial events of a watch without a start version do
   * not.
   */
  private boolean versionMoves;

  private volatile boolean resyncWanted;
  private volatile boolean resyncDue;

  Follower(
      SourceAccess source,
      ReflectorStore store,
      SyncPoint point,
      Intake intake,
      InternalErrors internalErrors,
      ReflectorMonitor monitor,
      BooleanSupplier shouldResync,
      Runnable afterResync) {
    this.source = source;
    this.store = store;
    this.point = point;
    this.intake = intake;
    this.internalErrors = internalErrors;
    this.monitor = monitor;
    this.shouldResync = shouldResync;
    this.afterResync = afterResync;
  }

  /** Requests a resync of the store, now or as soon as it is filled. */
  void resync() {
    resyncWanted = true;
    source.wakeUp();
  }

  /** Reports that the period of resyncs is over. */
  void resyncIsDue() {
    resyncDue = true;
    source.wakeUp();
  }

  /**
   * Follows {@code first}, then the watches that it opens itself. Returns on close.
   *
   * @throws RuntimeException if a new list is needed
   */
  void follow(@Nullable WatchStream first) throws InterruptedException {
    versionMoves = !point.version().isUnset();
    WatchStream stream = first;
    // A stream that was passed in is followed, and therefore closed, even after a close.
    try {
      do {
        if (stream == null) {
          resyncIfWanted();
          stream = reopen();
        }
        if (stream != null) {
          followOne(stream);
          stream = null;
        }
      } while (!source.closed());
    } finally {
      source.dropSuccessor();
    }
  }

  /**
   * Opens a watch after the last version. Returns null after a back-off, if the source was
   * unavailable.
   */
  private @Nullable WatchStream reopen() throws InterruptedException {
    try {
      WatchStream successor = source.takeSuccessor();
      return successor == null ? source.open(next()) : successor;
    } catch (TooManyRequestsException | UnavailableException notNow) {
      source.stopIfClosed();
      monitor.failed(notNow, false);
      source.backOff(notNow);
      return null;
    }
  }

  private WatchOptions next() {
    return point.version().isUnset()
        ? WatchOptions.from(VersionMatch.mostRecent())
        : WatchOptions.after(point.version());
  }

  private void followOne(WatchStream stream) throws InterruptedException {
    ApiException failure = null;
    boolean succeeded = false;
    try (stream) {
      monitor.enter(ReflectorState.WATCHING);
      succeeded = readEvents(stream);
      if (!succeeded) {
        rejectVeryShort(stream);
      }
    } catch (UnavailableException | TooManyRequestsException | InternalErrorException end) {
      failure = end;
    }
    boolean isShort = !succeeded && stream.lasted().compareTo(SHORT) < 0;
    shortStreams = isShort ? shortStreams + 1 : 0;
    if (failure != null) {
      reportOrThrow(failure);
    }
    pace(failure);
  }

  /**
   * Reads until a successor is open, and then returns true, or until the stream has ended or can no
   * longer be used.
   */
  private boolean readEvents(WatchStream stream) throws InterruptedException {
    boolean asked = false;
    while (true) {
      // Check before blocking: the request may have woken up the previous watch.
      resyncIfWanted();
      if (stream.sendsUnusableDeltas()) {
        return false;
      }
      if (stream.nearlyOver() && !asked && point.isOrdered() && !source.closed()) {
        asked = true;
        source.openSuccessor(next());
      }
      if (asked && source.hasOpenSuccessor()) {
        return true;
      }
      WatchEvent event = stream.next();
      if (event != null && !stream.repeats(event, point)) {
        apply(event);
      } else if (event == null && stream.ended()) {
        return false;
      }
    }
  }

  private void resyncIfWanted() {
    boolean wanted = resyncWanted;
    if ((wanted || resyncDue) && !source.closed()) {
      // Resets only the flag that was read: a request since then stays set.
      if (wanted) {
        resyncWanted = false;
      }
      resyncDue = false;
      try {
        if (wanted || shouldResync.getAsBoolean()) {
          monitor.resyncs();
          store.resync();
        }
      } finally {
        afterResync.run();
      }
    }
  }

  private void apply(WatchEvent event) {
    versionMoves |= event.match(application);
    if (versionMoves && !event.version().isUnset()) {
      point.reached(event);
    }
  }

  /**
   * Throws for a watch that ended at once. Some proxies end a watch this way when its version has
   * expired, so a new list is needed to be sure.
   */
  private void rejectVeryShort(WatchStream stream) {
    if (!source.closed() && stream.isVeryShort()) {
      monitor.shortWatch();
      String message = "a very short watch: it ended at once, without any event";
      throw new ApiException(Status.of(500, "", message));
    }
  }

  /**
   * Reports a failure after which another watch may succeed, and throws it if a new list is needed.
   */
  private void reportOrThrow(ApiException failure) throws InterruptedException {
    source.stopIfClosed();
    if (failure instanceof InternalErrorException && !internalErrors.mayRetry()) {
      throw failure;
    }
    // Connections break. Warn only if the previous stream was short as well.
    monitor.failed(failure, failure instanceof UnavailableException && shortStreams < 2);
  }

  private void pace(@Nullable ApiException failure) throws InterruptedException {
    boolean asked =
        failure instanceof TooManyRequestsException
            || (failure != null && failure.status().retryAfter().isPresent());
    if (!source.closed() && (asked || shortStreams > 1)) {
      source.backOff(failure);
    }
  }

  /**
   * Writes an event to the store. Returns true if it shows that the version advances from now on.
   */
  private final class Application implements WatchEvent.Cases<Boolean> {
    @Override
    public Boolean added(Resource added) {
      Resource object = intake.admit(added);
      if (object != null) {
        store.add(object);
      }
      return false;
    }

    @Override
    public Boolean modified(Resource modified) {
      Resource object = intake.admit(modified);
      if (object != null) {
        store.update(object);
      }
      return true;
    }

    @Override
    public Boolean deleted(Resource deleted) {
      Resource object = intake.admitLast(deleted);
      if (object != null) {
        store.delete(object);
      }
      return true;
    }

    @Override
    public Boolean bookmark(WatchEvent.Bookmark bookmark) {
      store.bookmark(bookmark.version());
      return true;
    }

    @Override
    public Boolean unreadable(UnreadableObject unreadable) {
      intake.putAside(unreadable);
      return false;
    }
  }
}
