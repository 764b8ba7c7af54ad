package io.listwatch.client;

import io.listwatch.model.ExpiredException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.UnreadableObject;
import io.listwatch.model.WatchEvent;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.Watch;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Waits until an object fulfils a condition: lists it once, then watches it.
 *
 * <p>For one wait, on one thread.
 */
final class ObjectWait {
  private final ListerWatcher source;
  private final Predicate<Optional<Resource>> condition;
  private final Timers timers;

  private volatile boolean timedOut;
  private volatile @Nullable Watch current;

  /**
   * @param source a collection that contains at most the object to wait for
   */
  ObjectWait(ListerWatcher source, Predicate<Optional<Resource>> condition, Timers timers) {
    this.source = source;
    this.condition = condition;
    this.timers = timers;
  }

  /** Blocks until the condition holds; returns false on timeout. */
  boolean await(Duration atMost) throws InterruptedException {
    Timers.Timer limit = timers.schedule(atMost, this::timeOut);
    try {
      boolean fulfilled = false;
      while (!fulfilled && !timedOut) {
        fulfilled = listAndWatch();
      }
      return fulfilled;
    } finally {
      limit.cancel();
    }
  }

  private void timeOut() {
    timedOut = true;
    Watch watch = current;
    if (watch != null) {
      watch.close();
    }
  }

  /**
   * Lists and watches until the condition holds, the time is over, or history has expired and a new
   * list is needed.
   */
  private boolean listAndWatch() throws InterruptedException {
    ResourceList now = source.list(ListOptions.ALL);
    if (condition.test(now.items().stream().findFirst())) {
      return true;
    }
    try (var watch = new RetryingWatch(source, now.version(), timers)) {
      // Publish before checking timedOut: timeOut() sets timedOut before it reads current.
      current = watch;
      while (!timedOut && !watch.ended()) {
        WatchEvent event = watch.next();
        if (event != null && event.match(new Holds())) {
          return true;
        }
      }
      return false;
    } catch (ExpiredException gone) {
      return false;
    }
  }

  /**
   * Returns whether the condition holds after an event; false for an event without a readable
   * object.
   */
  private final class Holds implements WatchEvent.Cases<Boolean> {
    @Override
    public Boolean added(Resource object) {
      return condition.test(Optional.of(object));
    }

    @Override
    public Boolean modified(Resource object) {
      return condition.test(Optional.of(object));
    }

    @Override
    public Boolean deleted(Resource object) {
      return condition.test(Optional.empty());
    }

    @Override
    public Boolean bookmark(WatchEvent.Bookmark bookmark) {
      return false;
    }

    @Override
    public Boolean unreadable(UnreadableObject object) {
      return false;
    }
  }
}
