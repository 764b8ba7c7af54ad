package io.listwatch.server.resource;

import io.listwatch.model.Resource;
import io.listwatch.model.UnreadableObject;
import io.listwatch.model.WatchEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Reads a watch as its event loop would, for a test that blocks. */
public final class WatchReader implements AutoCloseable {
  private static final int TIMEOUT_SECONDS = 60;
  private static final WatchEvent.Cases<String> DESCRIPTION = new Description();

  private final TestLoop loop;
  private final ResourceWatch watch;
  private final Semaphore readable = new Semaphore(0);

  public WatchReader(ResourceStorage storage, WatchRequest request, TestLoop loop) {
    this.loop = loop;
    this.watch = storage.watch(request, loop, readable::release);
  }

  /** Returns the next event if there is one already. */
  public Optional<WatchEvent> poll() {
    return loop.call(() -> Optional.ofNullable(watch.poll()));
  }

  /** Waits for the next event. */
  public WatchEvent next() {
    return nextOrEnd().orElseThrow(() -> new AssertionError("the watch has ended"));
  }

  /** Waits for the next event, or for the end. */
  public Optional<WatchEvent> nextOrEnd() {
    while (true) {
      readable.drainPermits();
      Optional<WatchEvent> event = poll();
      if (event.isPresent() || watch.ended()) {
        return event;
      }
      await("no event");
    }
  }

  /** Waits for this number of events. Returns them in a short form: {@code ADDED default/a@3}. */
  public List<String> next(int count) {
    var events = new ArrayList<String>();
    while (events.size() < count) {
      events.add(describe(next()));
    }
    return events;
  }

  /** Waits until the watch has ended, and ignores events before that. */
  public void awaitEnd() {
    while (true) {
      readable.drainPermits();
      boolean more = poll().isPresent();
      if (watch.ended()) {
        return;
      }
      if (!more) {
        await("no end");
      }
    }
  }

  private void await(String missing) {
    try {
      if (!readable.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError(missing + " within " + TIMEOUT_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  public ResourceWatch watch() {
    return watch;
  }

  public static String describe(WatchEvent event) {
    return event.match(DESCRIPTION);
  }

  @Override
  public void close() {
    watch.close();
  }

  private static final class Description implements WatchEvent.Cases<String> {
    @Override
    public String added(Resource object) {
      return "ADDED " + object.key() + "@" + object.version();
    }

    @Override
    public String modified(Resource object) {
      return "MODIFIED " + object.key() + "@" + object.version();
    }

    @Override
    public String deleted(Resource object) {
      return "DELETED " + object.key() + "@" + object.version();
    }

    @Override
    public String bookmark(WatchEvent.Bookmark bookmark) {
      return (bookmark.endOfInitialEvents() ? "END @" : "BOOKMARK @") + bookmark.version();
    }

    @Override
    public String unreadable(UnreadableObject object) {
      return "UNREADABLE " + object;
    }
  }
}
