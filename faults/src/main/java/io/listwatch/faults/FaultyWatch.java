package io.listwatch.faults;

import io.listwatch.faults.FaultyStream.StreamPlan;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.Revisions;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A watch whose events come when its {@link FaultyStream} lets them.
 *
 * <p>Threads: as the watch behind it.
 */
final class FaultyWatch implements ResourceWatch {
  private final FaultyStream stream;
  private final ResourceWatch watch;
  private final Runnable onReadable;

  private final StreamPlan plan;

  /** The loop's, as is all that follows: read, and not told yet; null if there is none. */
  private @Nullable WatchEvent held;

  /** Whether the end of the initial events has come, and is told when it is time. */
  private boolean endIsLate;

  private boolean endIsDue;

  /** Everything up to here has been told. */
  private long told;

  /** Whether what comes is not initial any more, as far as one can tell. */
  private boolean live;

  /** How many came since. */
  private long events;

  private volatile boolean closed;

  /**
   * A watch that is open.
   *
   * @param watch what it tells, which calls {@code onReadable} when there is more
   */
  FaultyWatch(FaultyStream stream, StreamPlan plan, ResourceWatch watch, Runnable onReadable) {
    this.stream = stream;
    this.plan = plan;
    this.live = plan.request().initialEvents() == InitialEvents.NONE;
    this.watch = watch;
    this.onReadable = onReadable;
  }

  @Override
  public @Nullable WatchEvent poll() {
    if (plan.failure() != null) {
      throw plan.failure();
    }
    if (events >= plan.length()) {
      return null;
    }
    if (endIsDue) {
      endIsDue = false;
      endIsLate = false;
      live = true;
      return new WatchEvent.Bookmark(ResourceVersion.of(told), true);
    }
    for (WatchEvent event = next(); event != null; event = next()) {
      WatchEvent passed = event instanceof WatchEvent.Bookmark mark ? pass(mark) : pass(event);
      if (passed != null || held != null) {
        return passed;
      }
    }
    return null;
  }

  private @Nullable WatchEvent next() {
    return held == null ? watch.poll() : held;
  }

  /** The event, or null if it has to wait. */
  private @Nullable WatchEvent pass(WatchEvent event) {
    if (!stream.letsPass(held == null)) {
      held = event;
      return null;
    }
    held = null;
    events += live ? 1 : 0;
    note(event);
    return event;
  }

  /** The bookmark, or null if it is left out, or comes later. */
  private @Nullable WatchEvent pass(WatchEvent.Bookmark mark) {
    note(mark);
    if (!mark.endOfInitialEvents()) {
      // None before the one that ends the initial events.
      return endIsLate || stream.suppressesBookmark() ? null : mark;
    }
    Duration delay = stream.endDelay();
    if (delay.isZero()) {
      live = true;
      return mark;
    }
    endIsLate = true;
    stream.after(delay, this::endIsDue);
    return null;
  }

  private void note(WatchEvent event) {
    ResourceVersion version = event.version();
    if (!version.equals(ResourceVersion.UNSET)) {
      told = Math.max(told, Revisions.of(version));
    }
  }

  private void endIsDue() {
    endIsDue = true;
    wake();
  }

  /** Has its reader poll again. On the loop. */
  void wake() {
    if (!closed) {
      onReadable.run();
    }
  }

  @Override
  public boolean ended() {
    return events >= plan.length() || (held == null && watch.ended());
  }

  @Override
  public void requestBookmark() {
    Duration delay = stream.bookmarkDelay();
    if (delay.isZero()) {
      watch.requestBookmark();
    } else {
      stream.after(delay, watch::requestBookmark);
    }
  }

  @Override
  public void close() {
    closed = true;
    watch.close();
  }
}
