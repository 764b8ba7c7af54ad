package io.listwatch.faults;

import io.listwatch.faults.FaultyStream.StreamPlan;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.Revisions;
import io.listwatch.server.resource.WatchPosition;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A watch whose events a {@link FaultyStream} delays or drops. The stream can also end the watch.
 *
 * <p>Threads: the same as for the underlying watch.
 */
final class FaultyWatch implements ResourceWatch {
  private final FaultyStream stream;
  private final ResourceWatch watch;
  private final Runnable onReadable;

  private final StreamPlan plan;

  /**
   * An event that was read and is held back; null if there is none. This and the following fields
   * are used by the event loop only.
   */
  private @Nullable WatchEvent held;

  /** True while the bookmark that ends the initial events is delayed. */
  private boolean endIsLate;

  private boolean endIsDue;

  /** The highest revision read from the underlying watch. */
  private long lastRevision;

  /**
   * True once the initial events are over: after the end bookmark, or from the start if none were
   * requested.
   */
  private boolean live;

  /** Number of live events sent. */
  private long events;

  private volatile boolean closed;

  /**
   * Creates a faulty watch.
   *
   * @param watch the source of events, which calls {@code onReadable} when there are more
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
      return new WatchEvent.Bookmark(ResourceVersion.of(lastRevision), true);
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

  /** Returns the event; null if it is held back. */
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

  /** Returns the bookmark; null if it is dropped or delayed. */
  private @Nullable WatchEvent pass(WatchEvent.Bookmark mark) {
    note(mark);
    if (!mark.endOfInitialEvents()) {
      // While the end bookmark is delayed, no other bookmark is sent.
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
      lastRevision = Math.max(lastRevision, Revisions.of(version));
    }
  }

  private void endIsDue() {
    endIsDue = true;
    wake();
  }

  /** Makes the reader poll again. Called on the event loop. */
  void wake() {
    if (!closed) {
      onReadable.run();
    }
  }

  @Override
  public WatchPosition position() {
    return watch.position();
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
