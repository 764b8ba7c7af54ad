package io.listwatch.server.resource;

import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchEvent;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import io.listwatch.storage.Change;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageWatch;
import io.listwatch.storage.StoredEntry;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A watch directly on storage. A task on the workers reads the initial objects and the changes into
 * a small buffer, which the event loop drains.
 *
 * <pre>
 *   START ──▶ INITIAL (page by page, at one revision) ──▶ LIVE (a StorageWatch after that revision)
 *     └──────────────── without initial events ───────────▶
 * </pre>
 *
 * <p>The task stops when the buffer is full and runs again when the buffer is half empty.
 */
final class DirectWatch implements ResourceWatch {
  private static final int INITIAL_BATCH = 100;
  private static final long UNKNOWN = -1;

  private final Storage storage;
  private final StoredObjects objects;
  private final WatchRequest request;
  private final ResourceFilter filter;
  private final KeyRange range;
  private final EventBuffer buffer;
  private final SerialTask reading;
  private final Consumer<DirectWatch> onClose;

  /** Used by the task only: null before the first page and after the last. */
  private @Nullable StoredPages initial;

  /** Written by the task; null until the watch is live. */
  private volatile @Nullable StorageWatch live;

  /** True if the task has stopped because the buffer was full. */
  private volatile boolean full;

  /** Number of initial events; written by the task once it has read all of them. */
  private volatile long initialEvents = UNKNOWN;

  /** Number of events that were put into the buffer. Task only. */
  private long put;

  /** Number of events that the reader polled. Event loop only. */
  private long polled;

  private volatile boolean bookmarkWanted;
  private volatile boolean closed;

  DirectWatch(
      Storage storage,
      StoredObjects objects,
      Workers workers,
      WatchRequest request,
      Executor loop,
      Runnable onReadable,
      EventBudget budget,
      Consumer<DirectWatch> onClose) {
    this.storage = storage;
    this.objects = objects;
    this.request = request;
    this.filter = ResourceFilter.of(request);
    this.range = objects.keys().range(request.scope());
    this.buffer = new EventBuffer(loop, onReadable, budget.open(this::end));
    this.reading = new SerialTask(workers, this::readEvents);
    this.onClose = onClose;
  }

  void start() {
    requestRead();
  }

  private void requestRead() {
    try {
      reading.request();
    } catch (ApiException refused) {
      buffer.fail(refused);
    }
  }

  /** Reads until there is nothing more to read or the buffer is full. */
  private void readEvents() {
    try {
      do {
        full = false;
        full = fill();
        // Checked after the flag is set: the reader may have drained the buffer before it could see
        // it.
      } while (full && buffer.isHalfEmpty());
    } catch (RuntimeException failure) {
      fail(failure);
    } catch (Throwable failure) {
      fail(failure);
      throw failure;
    } finally {
      if (closed) {
        buffer.clear();
      }
      buffer.wakeReader();
    }
  }

  /** Adds an event, unless the watch was closed while it read the events before. */
  private void put(WatchEvent event) {
    if (!closed) {
      put++;
      buffer.put(event);
    }
  }

  private void fail(Throwable failure) {
    buffer.fail(StorageFailures.ofWatch(failure));
    closeLive();
  }

  /** Returns true if the buffer was full, even if it no longer is: there may be more to read. */
  private boolean fill() {
    while (!closed) {
      if (!buffer.hasRoom()) {
        return true;
      }
      if (!step()) {
        return false;
      }
    }
    return false;
  }

  /** Returns false if there is nothing to do until storage reports a change. */
  private boolean step() {
    StorageWatch watch = live;
    if (watch != null) {
      return deliver(watch.poll());
    }
    if (initial != null) {
      deliver(initial);
    } else {
      begin();
    }
    return true;
  }

  private void begin() {
    if (request.initialEvents() != InitialEvents.NONE) {
      var pages = StoredPages.open(storage, range, INITIAL_BATCH, ContinueToken.LATEST);
      checkReached(pages.revision());
      initial = pages;
    } else if (request.from() instanceof VersionMatch.Exactly exactly) {
      goLive(Revisions.of(exactly.version()));
    } else {
      long current = currentRevision();
      checkReached(current);
      goLive(current);
    }
  }

  private long currentRevision() {
    try {
      return storage.currentRevision().toCompletableFuture().join();
    } catch (CompletionException failure) {
      throw StorageFailures.of(failure);
    }
  }

  private void checkReached(long current) {
    ResourceVersion bound = request.from().version();
    if (!bound.isUnset() && Revisions.of(bound) > current) {
      throw VersionFailures.tooLarge(bound, current, 1);
    }
  }

  private void deliver(StoredPages pages) {
    List<StoredEntry> entries = pages.next(INITIAL_BATCH);
    for (StoredEntry entry : entries) {
      Resource object = objects.readIfPossible(entry);
      if (object != null && filter.matches(object)) {
        put(new WatchEvent.Added(object));
      }
    }
    if (entries.isEmpty()) {
      initial = null;
      if (request.initialEvents() == InitialEvents.MARKED && request.bookmarks()) {
        put(new WatchEvent.Bookmark(ResourceVersion.of(pages.revision()), true));
      }
      initialEvents = put;
      goLive(pages.revision());
    }
  }

  private void goLive(long after) {
    StorageWatch watch = storage.watch(range, after, this::requestRead);
    live = watch;
    // Checked after the watch is set: close() sets the flag before it looks for the watch.
    if (closed) {
      watch.close();
    } else if (bookmarkWanted) {
      watch.requestProgress();
    }
  }

  private boolean deliver(@Nullable ChangeSet set) {
    if (set == null) {
      return false;
    }
    if (set.isProgress() && bookmarkWanted) {
      bookmarkWanted = false;
      put(new WatchEvent.Bookmark(ResourceVersion.of(set.revision())));
    }
    for (Change change : set.changes()) {
      ResourceChange read = objects.read(change, set.revision());
      WatchEvent event = read == null ? null : filter.event(read);
      if (event != null) {
        put(event);
      }
    }
    return true;
  }

  @Override
  public @Nullable WatchEvent poll() {
    if (closed) {
      return null;
    }
    WatchEvent event = buffer.poll();
    if (event != null) {
      polled++;
    }
    if (full && buffer.isHalfEmpty()) {
      full = false;
      requestRead();
    }
    return event;
  }

  @Override
  public boolean hasInitialEvents() {
    if (request.initialEvents() == InitialEvents.NONE || closed) {
      return false;
    }
    long count = initialEvents;
    return count == UNKNOWN || polled < count;
  }

  @Override
  public boolean ended() {
    return closed;
  }

  @Override
  public void requestBookmark() {
    if (request.bookmarks()) {
      bookmarkWanted = true;
      StorageWatch watch = live;
      if (watch != null) {
        watch.requestProgress();
      }
    }
  }

  /**
   * Ends the watch: the resource is no longer served, or the events of all watches exceed their
   * budget.
   */
  void end() {
    close();
    buffer.wakeReader();
  }

  @Override
  public void close() {
    closed = true;
    closeLive();
    buffer.clear();
    onClose.accept(this);
  }

  private void closeLive() {
    StorageWatch watch = live;
    if (watch != null) {
      watch.close();
    }
  }
}
