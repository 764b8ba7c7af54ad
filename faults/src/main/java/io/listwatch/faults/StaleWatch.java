package io.listwatch.faults;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchEvent;
import io.listwatch.server.http.interference.WatchSource;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.StorageFailures;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A watch that starts with the objects of an earlier revision, like one served by an API server
 * whose cache lags behind, and continues with all events since.
 *
 * <pre>
 *   list at R: batch, batch, … ──▶ end of initial events at R ──▶ events after R
 * </pre>
 *
 * <p>Threads: the event loop of its stream. It holds one batch at a time.
 */
final class StaleWatch implements ResourceWatch {
  private final WatchRequest request;
  private final ResourceVersion start;
  private final Executor loop;
  private final Runnable onReadable;
  private final ResourceWatch since;

  private final Queue<WatchEvent> batch = new ArrayDeque<>();

  /** Null until the list has been opened, and once it has been read. */
  private @Nullable ResourcePage page;

  private boolean listed;
  private @Nullable RuntimeException failure;
  private volatile boolean closed;

  private StaleWatch(
      WatchRequest request,
      ResourceVersion start,
      ResourceWatch since,
      Executor loop,
      Runnable onReadable) {
    this.request = request;
    this.start = start;
    this.since = since;
    this.loop = loop;
    this.onReadable = onReadable;
  }

  /** Opens a watch that starts at a revision. */
  static StaleWatch open(
      WatchSource source, WatchRequest request, long revision, Executor loop, Runnable onReadable) {
    ResourceVersion start = ResourceVersion.of(revision);
    VersionMatch match = VersionMatch.exactly(start);
    var after =
        new WatchRequest(
            request.scope(),
            request.labels(),
            request.fields(),
            match,
            InitialEvents.NONE,
            request.bookmarks(),
            request.deltas());
    var watch = new StaleWatch(request, start, source.watch(after, onReadable), loop, onReadable);
    watch.list(source, match);
    return watch;
  }

  private void list(WatchSource source, VersionMatch match) {
    ListOptions all = ListOptions.ALL.at(match).where(request.labels()).where(request.fields());
    var unused =
        source
            .list(request.scope(), all)
            .whenCompleteAsync(
                (found, problem) -> {
                  if (problem == null) {
                    page = found;
                    readOn();
                  } else {
                    fail(problem);
                  }
                },
                loop);
  }

  private void readOn() {
    ResourcePage reading = page;
    if (reading == null || closed) {
      return;
    }
    var unused =
        reading
            .next()
            .whenCompleteAsync(
                (objects, problem) -> {
                  if (problem == null) {
                    take(objects);
                  } else {
                    fail(problem);
                  }
                },
                loop);
  }

  private void take(List<Resource> objects) {
    objects.forEach(each -> batch.add(new WatchEvent.Added(each)));
    if (objects.isEmpty()) {
      page = null;
      listed = true;
      if (request.initialEvents() == InitialEvents.MARKED && request.bookmarks()) {
        batch.add(new WatchEvent.Bookmark(start, true));
      }
    }
    wake();
  }

  private void fail(Throwable problem) {
    failure = StorageFailures.of(problem);
    wake();
  }

  private void wake() {
    if (!closed) {
      onReadable.run();
    }
  }

  @Override
  public @Nullable WatchEvent poll() {
    if (failure != null) {
      throw failure;
    }
    WatchEvent event = batch.poll();
    if (event == null) {
      return listed ? since.poll() : null;
    }
    if (batch.isEmpty()) {
      readOn();
    }
    return event;
  }

  @Override
  public boolean ended() {
    return listed && batch.isEmpty() && since.ended();
  }

  @Override
  public void requestBookmark() {
    since.requestBookmark();
  }

  @Override
  public void close() {
    closed = true;
    since.close();
  }
}
