package io.listwatch.server.cache;

import io.listwatch.model.Resource;
import io.listwatch.model.WatchEvent;
import io.listwatch.server.resource.WatchPosition;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A stage in the life of a {@link WatchSubscription}: the source of its next event, and the fields
 * that this source needs.
 *
 * <p>A stage reads. When it has nothing more to read it calls the subscription, which makes all
 * transitions.
 *
 * <p>Threads: the subscription's event loop.
 */
sealed interface WatchStage
    permits WatchStage.Starting,
        WatchStage.Initial,
        WatchStage.Reading,
        WatchStage.Parked,
        WatchStage.Ended,
        CatchUp {

  /**
   * Returns the next event. Returns null if this stage has none: then it has moved the subscription
   * to another stage, or it waits until the subscription is woken.
   */
  @Nullable WatchEvent poll();

  /** Returns the kind of this stage, for diagnosis. */
  WatchPosition.Stage kind();

  /** Releases everything that the stage holds. Called when the subscription leaves it. */
  default void release() {}

  /** Waits for the cache to determine the version after which the watch begins. */
  record Starting(WatchSubscription subscription) implements WatchStage {
    @Override
    public @Nullable WatchEvent poll() {
      subscription.beginIfKnown();
      return null;
    }

    @Override
    public WatchPosition.Stage kind() {
      return WatchPosition.Stage.STARTING;
    }
  }

  /**
   * Sends the objects of a snapshot as ADDED events, in key order. When the cursor pauses, other
   * tasks of the loop run first.
   */
  record Initial(WatchSubscription subscription, SnapshotCursor objects) implements WatchStage {
    @Override
    public @Nullable WatchEvent poll() {
      Resource object = objects.next();
      if (object != null) {
        return subscription.initialEvent(object);
      }
      if (objects.paused()) {
        objects.resume();
        subscription.wake();
        return null;
      }
      return subscription.endInitialEvents();
    }

    @Override
    public WatchPosition.Stage kind() {
      return WatchPosition.Stage.INITIAL;
    }
  }

  /**
   * Reads the window from a place of its own. One instance serves a subscription for its whole
   * life, so that a live event costs no allocation.
   */
  final class Reading implements WatchStage {
    private final WatchSubscription subscription;

    /** Null while the subscription is in another stage, so that no old entry is kept in memory. */
    private @Nullable WindowEntry place;

    Reading(WatchSubscription subscription) {
      this.subscription = subscription;
    }

    Reading from(WindowEntry at) {
      place = at;
      return this;
    }

    /** Returns the version of the last entry that was read; 0 in another stage. */
    long version() {
      WindowEntry at = place;
      return at == null ? 0 : at.version();
    }

    @Override
    public WatchPosition.Stage kind() {
      return WatchPosition.Stage.READING;
    }

    @Override
    public @Nullable WatchEvent poll() {
      WindowEntry start = Objects.requireNonNull(place);
      WindowEntry at = start;
      while (true) {
        WindowEntry next = at.next();
        WatchEvent event;
        if (next != null) {
          at = next;
          place = next;
          event = subscription.event(next);
        } else if (subscription.isLost(at)) {
          return subscription.lose(start, at);
        } else {
          event = subscription.bookmark(at);
          if (event == null && subscription.park(at)) {
            return null;
          }
        }
        if (event != null) {
          return event;
        }
      }
    }

    @Override
    public void release() {
      place = null;
    }
  }

  /**
   * Has no place in the window: its {@link LoopWatches} reads on behalf of all that are parked. One
   * instance serves a subscription each time it parks.
   */
  final class Parked implements WatchStage {
    private final WatchSubscription subscription;
    private final LoopWatches neighbours;

    /** The sequence of the last entry that the subscription read itself. */
    private long sequence;

    Parked(WatchSubscription subscription, LoopWatches neighbours) {
      this.subscription = subscription;
      this.neighbours = neighbours;
    }

    /** From here on the window's writer sees that a subscription is parked. */
    Parked at(WindowEntry entry) {
      neighbours.park(entry);
      sequence = entry.sequence();
      return this;
    }

    boolean isBefore(WindowEntry entry) {
      return sequence < entry.sequence();
    }

    void callAfterNextLook() {
      neighbours.wakeNextTime(subscription);
    }

    @Override
    public WatchPosition.Stage kind() {
      return WatchPosition.Stage.PARKED;
    }

    /** Takes a place again if that is needed to send a bookmark. */
    @Override
    public @Nullable WatchEvent poll() {
      WindowEntry place = subscription.bookmarkWanted() ? neighbours.find(sequence) : null;
      if (place != null) {
        subscription.read(place);
      }
      return null;
    }

    @Override
    public void release() {
      neighbours.unpark();
    }
  }

  /** Has no more events. */
  enum Ended implements WatchStage {
    INSTANCE;

    @Override
    public @Nullable WatchEvent poll() {
      return null;
    }

    @Override
    public WatchPosition.Stage kind() {
      return WatchPosition.Stage.ENDED;
    }
  }
}
